// SPDX-License-Identifier: BSL-1.0
// The part of WASI that the WebAssembly programs of the site need: arguments, output and a clock.

/**
 * Instantiates a module. `printed()` of the result returns what the program has written to a file: 1 for its output, 2
 * for its errors.
 */
export function instantiate(module, args = []) {
  const words = args.map((word) => new TextEncoder().encode(word + '\0'))
  const decoders = { 1: new TextDecoder(), 2: new TextDecoder() }
  const written = { 1: '', 2: '' }
  let memory
  const view = () => new DataView(memory.buffer)
  const put = (...pairs) => pairs.forEach(([at, value]) => view().setUint32(at, value, true))
  const wasi = {
    args_sizes_get(count, size) {
      put([count, words.length], [size, words.reduce((sum, { length }) => sum + length, 0)])
      return 0
    },
    args_get(pointers, at) {
      for (const word of words) {
        put([pointers, at])
        new Uint8Array(memory.buffer).set(word, at)
        pointers += 4
        at += word.length
      }
      return 0
    },
    fd_write(file, parts, count, sum) {
      let size = 0
      for (let k = 0; k < count; ++k) {
        const [at, length] = [0, 4].map((offset) => view().getUint32(parts + 8 * k + offset, true))
        written[file] += decoders[file].decode(new Uint8Array(memory.buffer, at, length), { stream: true })
        size += length
      }
      put([sum, size])
      return 0
    },
    clock_time_get(clock, precision, at) {
      view().setBigUint64(at, BigInt(Math.round(1e6 * performance.now())), true)
      return 0
    },
    proc_exit(status) {
      throw new WebAssembly.RuntimeError(`exit with status ${status}`)
    },
  }
  const missing = () => 52 // ENOSYS
  const imports = WebAssembly.Module.imports(module).map(({ name }) => [name, wasi[name] ?? missing])
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: Object.fromEntries(imports) })
  memory = exports.memory
  return { exports, printed: (file) => written[file] }
}

/** Runs a program to its end. `errors` is the text of an error that stria raises, or empty. */
export function run(module, ...args) {
  const { exports, printed } = instantiate(module, ['program', ...args])
  try {
    exports._start()
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error
    if (!printed(2)) return { output: printed(1), errors: error.message }
  }
  return { output: printed(1), errors: printed(2).trim() }
}

/** Describes a subscript with the module of docs/wasm/explore.cpp: an object with `error` and `column`, or with the answer. */
export function explore(module, shape, subscript) {
  const { output, errors } = run(module, shape, subscript)
  const [facts] = output.split('\n', 1)
  return { ...JSON.parse(facts || '{}'), ...(errors ? { error: errors } : { picture: output.slice(facts.length + 1) }) }
}
