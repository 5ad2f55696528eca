import { posix } from "node:path";
import { operationWords, words } from "../generate/module/names.js";
import type { Answered } from "./operations.js";

const maxLength = 80;

/**
 * The path of a new handler: named after its operation, or after the flow that several share.
 * @param taken paths that there are, in lower case
 */
export function handlerPath(
  flow: string,
  operations: readonly Answered[],
  taken: ReadonlySet<string>,
): string {
  const [only, ...others] = operations;
  const base = words(posix.basename(flow, posix.extname(flow)));
  const parts = only === undefined || others.length > 0 ? base : operationWords(only.operation, only.route);
  const name = parts.join("-").slice(0, maxLength) || "root";
  for (let count = 1; ; count++) {
    const path = `handlers/${name}${count === 1 ? "" : `-${count}`}.ts`;
    if (!taken.has(path)) return path;
  }
}

/** The path of a file as another one writes it: from the top of the flow directory, if it wrote another path so. */
export function pathFrom(base: string, path: string, written: string): string {
  const isFromTop = /^(?:\/|fit:)/.test(written);
  return isFromTop ? `/${path}` : posix.relative(posix.dirname(base), path);
}
