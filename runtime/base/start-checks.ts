/**
 * Parts of an app that read variables of the environment of its own, such as keys, and can tell before the first request
 * that these are wrong.
 * @module
 */

/** Resolves to the faults, a sentence for each. A variable that is not set is none. */
type StartCheck = () => Promise<readonly string[]>;

const checks: StartCheck[] = [];

export function checkAtStart(check: StartCheck): void {
  checks.push(check);
}

/** `undefined` if there is nothing to check. */
export function faultsAtStart(): Promise<readonly string[]> | undefined {
  if (checks.length === 0) return undefined;
  return Promise.all(checks.map((check) => check())).then((faults) => [...new Set(faults.flat())]);
}
