import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scratchDirectory } from "../support/compile.js";

/** Writes a flow directory of its own for a test. Returns its path. */
export function appOf(name: string, files: Readonly<Record<string, string>>): string {
  const directory = scratchDirectory(name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

/** An API description whose paths have one flow each, for all methods. */
export const describing = (flows: Readonly<Record<string, string>>, more = ""): string =>
  [
    'swagger: "2.0"',
    "basePath: /api",
    more,
    "paths:",
    ...Object.entries(flows).map(([path, flow]) => `  ${path}:\n    x-flow: ${flow}`),
    "",
  ]
    .filter((line) => line !== "")
    .join("\n");
