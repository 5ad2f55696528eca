#!/usr/bin/env node
import { run } from "./cli.js";

process.exitCode = await run(process.argv.slice(2), {
  // The compiler is loaded only to compile, so that --help answers at once.
  build: async (input, options) => (await import("../compiler/index.js")).build(input, options),
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  colour: process.stderr.isTTY && !process.env.NO_COLOR,
});
