#!/usr/bin/env node
import { Builder } from "../compiler/build/builder.js";
import type { Input } from "../compiler/source/files.js";
import { openCache } from "./cache.js";
import { run } from "./cli.js";

process.exitCode = await run(process.argv.slice(2), {
  build: (input, { directory, cache, ...options }) => {
    // The compiler is loaded only to compile, so that --help, and a build of what has not changed, answer at once.
    const compile = async (changed: Input) => (await import("../compiler/index.js")).compile(changed);
    return new Builder(compile, cache ? openCache(directory) : undefined).build(input, options);
  },
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  colour: process.stderr.isTTY && !process.env.NO_COLOR,
});
