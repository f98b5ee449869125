// SPDX-License-Identifier: BSL-1.0
// live.mjs MODULE...: runs the programs of the live gallery, docs/wasm/live, for 40 frames of 256 x 256 elements.
// - pictures have several colours and change, and the pointer changes them
// - a frame of each size is computed without an error; the time of a frame is printed
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { instantiate } from '../../docs/.vitepress/theme/wasi.mjs'

const problems = []
for (const path of process.argv.slice(2)) {
  const name = basename(path, '.wasm')
  const check = (holds, text) => holds || problems.push(`${name}: ${text}`)
  const module = new WebAssembly.Module(readFileSync(path))

  // A program with n x n elements; next() is its next picture.
  const start = (n) => {
    const { exports, printed } = instantiate(module)
    exports._initialize()
    exports.start(n)
    if (exports.photograph) {
      const photograph = new Uint8Array(exports.memory.buffer, exports.photograph(), 4 * n * n)
      photograph.forEach((_, k) => (photograph[k] = k % 4 === 3 ? 255 : (k >> 2) % n ^ (k >> 9)))
    }
    const next = () => {
      try {
        const at = exports.frame()
        return Buffer.from(exports.memory.buffer, at, 4 * n * n).toString('latin1')
      } catch (error) {
        throw new Error(`${name}: ${printed(2) || error.message}`)
      }
    }
    return { next, touch: exports.touch }
  }

  const one = start(256), other = start(256)
  const first = one.next()
  check(first === other.next(), 'two runs are not equal')
  other.touch(100.5, 60)
  const before = performance.now()
  let last, touched
  for (let k = 0; k < 40; ++k) [last, touched] = [one.next(), other.next()]
  const time = (performance.now() - before) / 80
  check(first !== last, 'the picture does not change')
  check(new Set(last.match(/..../gs)).size > 8, 'the picture has few colours')
  check(last !== touched, 'the pointer changes nothing')
  for (const n of [128, 512]) {
    const sized = start(n)
    sized.touch(0, n - 1)
    check(sized.next().length === 4 * n * n, `no picture of ${n} x ${n}`)
  }
  console.log(`live.mjs: ${name}: ${Math.round(readFileSync(path).length / 1024)} KB, ${time.toFixed(2)} ms for a frame of 256 x 256`)
}
for (const problem of problems) console.log(problem)
process.exit(problems.length ? 1 : 0)
