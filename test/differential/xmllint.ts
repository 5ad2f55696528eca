/** libxml2, the library of the engine that flows come from, by its command line. */
import { spawnSync } from "node:child_process";
import type { Need } from "../support/needs.js";

export const xmllint: Need = {
  name: "libxml2 to compare with: apt-get install libxml2-utils",
  isThere: spawnSync("xmllint", ["--version"]).status === 0,
};

/** Printed between results; no document and no expression has it. */
const separator = "\u241e";

/** The strings that expressions yield, with the document as context. @throws Error where libxml2 fails */
export function askXmllint(document: string, expressions: readonly string[]): readonly string[] {
  const parts = expressions.flatMap((one) => [`string(${one})`, `"${separator}"`]);
  const { status, stdout, stderr } = run(
    ["--noent", "--dtdattr", "--xpath", `concat("", ${parts.join(", ")})`],
    document,
  );
  if (status !== 0) throw new Error(stderr);
  return stdout.split(separator).slice(0, -1);
}

/** In canonical form, which has no two spellings of one tree; `undefined` for what is no well-formed XML. */
export function canonical(document: string): string | undefined {
  const { status, stdout, stderr } = run(["--noent", "--c14n"], document);
  return status === 0 && !stderr.includes("namespace error") ? stdout : undefined;
}

const run = (args: readonly string[], input: string) =>
  spawnSync("xmllint", ["--nonet", ...args, "-"], { input, encoding: "utf8" });
