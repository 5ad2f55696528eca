#!/usr/bin/env node
import { Session } from "../compiler/session/session.js";
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
  build: (input, { directory, cache, ...options }) =>
    new Session({ store: cache ? openCache(directory) : undefined }).build(input, options),
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  colour: isColoured(process.stderr),
  resultColour: isColoured(process.stdout),
  isWatched: process.stderr.isTTY && process.env.TERM !== "dumb",
});
