#!/usr/bin/env node
import nodeModule from "node:module";
import { setFlagsFromString } from "node:v8";
import { Session } from "../compiler/session/session.js";
import { run } from "./cli.js";
import { codeDirectory, openCache } from "./shared/cache.js";

const isColoured = ({ isTTY }: NodeJS.WriteStream): boolean =>
  isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb";

// A build runs much code a few times each. V8 would spend a quarter of its processor time on optimizing functions that are
// hardly called again; now they have to run eight times as long before. Later versions do not know the flag, and say so.
if (Number.parseInt(process.versions.node, 10) < 22) setFlagsFromString("--interrupt-budget=1000000");

// Later versions keep what V8 has compiled of flowc: a sixth of the time that a small command takes.
const code = codeDirectory();
const { enableCompileCache } = nodeModule as { enableCompileCache?: (directory: string) => unknown };
if (code !== undefined) enableCompileCache?.(code);

// Nobody reads on, as in `flowc check flows/ | head`.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });

// V8 would let the heap of a large build grow to four times what is used before it looks for what is not.
const manyFiles = 2000;

process.exitCode = await run(process.argv.slice(2), {
  build: (input, { directory, cache, ...options }) => {
    if (input.list.length > manyFiles) setFlagsFromString("--heap-growing-percent=50");
    return new Session({ store: cache ? openCache(directory) : undefined }).build(input, options);
  },
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  colour: isColoured(process.stderr),
  resultColour: isColoured(process.stdout),
  isWatched: process.stderr.isTTY && process.env.TERM !== "dumb",
});
