// SPDX-License-Identifier: BSL-1.0
// explore.mjs MODULE: checks the subscript explorer, docs/wasm/explore.cpp, with the code that runs in browsers.
// - the result of each case of NumPy's basic indexing, in both notations: its shape, and the elements of the picture
// - errors with their columns
// - what docs/explore.md shows without WebAssembly; the time of an answer
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { explore } from '../../docs/.vitepress/theme/wasi.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (name) => readFileSync(root + name, 'utf8')
const bytes = readFileSync(process.argv[2])
const module = new WebAssembly.Module(bytes)
const problems = []
const check = (holds, text) => holds || problems.push(text)
const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b)

// The elements that a picture shows, in the order of the result.
function selected(picture) {
  const places = []
  for (const [, place, orders] of picture.matchAll(/data-place="(\d+)" data-order="([\d ]+)"/g))
    for (const order of orders.split(' ')) places[order] = Number(place)
  return places
}

const times = []
let drawn = 0
const { cases } = JSON.parse(read('tests/oracle/data/numpy_basic.json'))
for (const { id, shape, index, numpy_text, expect } of cases) {
  const ask = (subscript) => {
    const start = performance.now()
    const answer = explore(module, String(shape), subscript)
    times.push(performance.now() - start)
    return answer
  }
  const answer = ask(numpy_text)
  const about = `${id}: ${numpy_text} of (${shape}): `
  const wide = index.flatMap(({ value, begin, end, step }) => [value, begin, end, step]).some((n) => Math.abs(n) > 2 ** 31)
  if (wide) check(answer.error?.includes('does not fit into 32 bits'), `${about}${answer.error}`)
  else if (expect.error) check(answer.error?.startsWith('stria: ') && answer.column > 0, `${about}no error`)
  else {
    check(equal(answer.result, expect.shape), `${about}${answer.error ?? answer.result}, not ${expect.shape}`)
    if (answer.picture?.includes('class="taken"') && ++drawn)
      check(equal(selected(answer.picture), expect.data), `${about}the picture shows ${selected(answer.picture)}, not ${expect.data}`)
    check(equal(ask(`t[${answer.cpp?.join(', ')}]`), answer), `${about}t[${answer.cpp?.join(', ')}] is something else`)
  }
}
check(cases.length > 1000 && drawn > 500, `only ${cases.length} cases, ${drawn} of them drawn`)

// Other notations, and mistakes with their columns.
const same = [['(4, 5)', 't[-_1, 3_c]', '[-1, 3]'], ['[4,5]', 'x[all, slice(1, _, 2)]', ':, 1::2'], ['40', '[12_c]', 't[12]'],
  ['5 5', 't[rev(), rev(4, _, 2)]', '::-1, 4::-2'], ['5', 'newaxis', 'None'], ['5', 't[]', '()'], ['', '...', '...']]
for (const [shape, one, other] of same) {
  const answer = explore(module, shape, one)
  check(!answer.error && equal(answer, explore(module, shape, other)), `${one} is not ${other}: ${answer.error}`)
}
const mistakes = [['4,5', '1, 5', 4, 'index 5 is out of bounds'], ['4,5', 't[_1, range(2 4)]', 15, "expected ',' or ')'"], ['4', '1:x', 3, 'expected an integer'],
  ['4,5', 't[rev(3, _, -1)]', 13, 'a step s > 0'], ['4', 't[range(1)]', 10, 'expected begin and end'], ['4', 't[_12]', 3, 'expected an integer'],
  ['4', 't[..., 0, ...]', 11, 'a second ellipsis'], ['4', '1, 2', 4, 'too many items'], ['4', '::0', 1, 'the step of item 0 is 0'], ['4', 't[_1', 5, "expected ']'"]]
for (const [shape, subscript, column, words] of mistakes) {
  const { error, ...at } = explore(module, shape, subscript)
  check(error?.includes(words) && equal(at, { input: 'subscript', column }), `${subscript}: ${error} in column ${at.column}, not ${words} in column ${column}`)
}
for (const [shape, column] of [['4, x', 4], ['(4', 3], ['-1', 1], ['4.5', 2], ['1,'.repeat(33), 65]]) {
  const found = explore(module, shape, '...')
  check(found.error && found.input === 'shape' && found.column === column, `the shape ${shape}: column ${found.column}, not ${column}`)
}

const still = explore(module, '5, 5, 5, 5, 5, 5', 't[_1, range(2, 4), newaxis, ellipsis, rev(-3), _]')
check(still.picture === read('docs/pictures/subscript.svg'), 'docs/pictures/subscript.svg is another picture')
check(read('docs/explore.md').includes(still.table.join('\n')), 'docs/explore.md shows another table')
times.sort((a, b) => a - b)
const [median, most] = [times[times.length >> 1], times.at(-1)].map((time) => time.toFixed(1))
check(median < 50, `an answer takes ${median} ms`)

for (const problem of problems) console.log(problem)
console.log(`explore.mjs: ${cases.length} cases, ${drawn} drawn, ${bytes.length} bytes, ${median} ms for an answer (at most ${most}), ${problems.length} problems`)
process.exit(problems.length ? 1 : 0)
