import { openCache } from "./cache.js";

/** An operation as tests have asked it. */
interface TestedOperation {
  readonly method: string;
  readonly path: string;
}

const key = "operations that tests have reached";

/**
 * Keeps which operations of an app tests have reached.
 * @param isWhole true if all tests have run, so that nothing counts any more that earlier runs have reached
 */
export function keepTestedOperations(
  directory: string,
  operations: readonly TestedOperation[],
  isWhole: boolean,
): void {
  const before = isWhole ? [] : (testedOperations(directory) ?? []);
  const names = operations.map(({ method, path }) => `${method} ${path}`);
  openCache(directory)?.set(key, JSON.stringify([...new Set([...before, ...names])].sort()));
}

/**
 * The operations that tests have reached when they ran last, as `GET /users`; `undefined` if none has run.
 * @param directory an absolute path without links
 */
export function testedOperations(directory: string): ReadonlySet<string> | undefined {
  const kept = openCache(directory)?.get(key);
  return kept === undefined ? undefined : new Set(JSON.parse(kept) as string[]);
}
