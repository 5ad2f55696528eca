#!/usr/bin/env node
import { Builder } from "../compiler/build/builder.js";
import type { TargetName } from "../compiler/output/targets/index.js";
import type { Input } from "../compiler/source/files.js";
import { run } from "./cli.js";
import { openCache } from "./shared/cache.js";

const isColoured = ({ isTTY }: NodeJS.WriteStream): boolean =>
  isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb";

// Nobody reads on, as in `flowc check flows/ | head`.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });

process.exitCode = await run(process.argv.slice(2), {
  build: (input, { directory, cache, ...options }) => {
    // The compiler is loaded only to compile, so that --help, and a build of what has not changed, answer at once.
    const store = cache ? openCache(directory) : undefined;
    const compile = async (changed: Input, targets: readonly TargetName[]) =>
      (await import("../compiler/index.js")).compile(changed, store, targets);
    return new Builder(compile, store).build(input, options);
  },
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  colour: isColoured(process.stderr),
  resultColour: isColoured(process.stdout),
  isWatched: process.stderr.isTTY && process.env.TERM !== "dumb",
});
