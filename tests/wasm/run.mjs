// SPDX-License-Identifier: BSL-1.0
// Runs a WebAssembly program of WASI with Node.js.
// usage: node run.mjs program.wasm [--folder FOLDER] [argument...]
// The program sees FOLDER, for its files, as "/data". The exit status is that of the program, or 134
// if it aborts.
import fs from 'node:fs';
import v8 from 'node:v8';
import {WASI} from 'node:wasi';

// With these calls, Node.js 20.20 itself crashes (SIGSEGV) in programs that print and read the clock often.
v8.setFlagsFromString('--no-turbo-fast-api-calls');

const [program, ...rest] = process.argv.slice(2);
const preopens = rest[0] === '--folder' ? {'/data': rest.splice(0, 2)[1]} : {};
const wasi = new WASI({version: 'preview1', args: [program, ...rest], preopens, returnOnExit: true});
const module = await WebAssembly.compile(fs.readFileSync(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
try {
  process.exitCode = wasi.start(instance);
} catch (error) {
  if (!(error instanceof WebAssembly.RuntimeError))
    throw error;
  console.error(`aborted: ${error.message}`);
  process.exitCode = 134;
}
