/** A variable of the environment, as `$env` has it: a string among the bindings of the platform, else one of the process. */
export function environmentVariable(bindings: unknown, name: string): string | undefined {
  return ownString(bindings, name) ?? processVariable(name);
}

/**
 * The members that `process.env` inherits are no text, so one look-up is enough; it costs more here than in
 * other objects.
 */
export function processVariable(name: string): string | undefined {
  if (kept !== undefined) return kept.get(name);
  const value: unknown = globalThis.process?.env?.[name];
  return typeof value === "string" ? value : undefined;
}

/**
 * Takes these variables for the environment. Each look-up in `process.env` is a call of the system, and a request looks up
 * twenty.
 */
export function keepVariables(variables: Readonly<Record<string, string | undefined>>): void {
  kept = new Map(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Does something as if these variables were kept. */
export function tryVariables<T>(variables: Readonly<Record<string, string | undefined>>, work: () => T): T {
  const before = kept;
  keepVariables(variables);
  try {
    return work();
  } finally {
    kept = before;
  }
}

let kept: ReadonlyMap<string, string> | undefined;

/** Those that are kept, if any are. */
export function keptVariables(): ReadonlyMap<string, string> | undefined {
  return kept;
}

export function ownString(source: unknown, name: string): string | undefined {
  if (typeof source !== "object" || source === null || !Object.hasOwn(source, name)) return undefined;
  const value: unknown = Reflect.get(source, name);
  return typeof value === "string" ? value : undefined;
}

/** All variables of the process, or those that were taken for them; workerd has none. */
export function processVariables(): unknown {
  return kept === undefined ? globalThis.process?.env : Object.fromEntries(kept);
}
