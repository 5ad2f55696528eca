/** A setting of the engine: `FLOW_<name>`, else `FLAT_<name>`. An empty text counts as not set. */
export function setting(bindings: unknown, name: string): string | undefined {
  let names = settingNames.get(name);
  if (names === undefined) {
    names = [`FLOW_${name}`, `FLAT_${name}`];
    settingNames.set(name, names);
  }
  return environmentVariable(bindings, names[0]) || environmentVariable(bindings, names[1]) || undefined;
}

/**
 * The names by which a setting is looked up. The environment takes twice as long to look up a text that was just put
 * together. The map stays small, since settings are named by the runtime alone.
 */
const settingNames = new Map<string, readonly [string, string]>();

/** A setting that is a non-negative number; anything else counts as not set. */
export function numberSetting(bindings: unknown, name: string, otherwise: number): number {
  const text = setting(bindings, name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  return value >= 0 ? value : otherwise;
}

/**
 * A setting that is a positive number, looked up once for the whole process: the bindings of the first request count.
 * For settings that nearly every request needs.
 */
export function steadySetting(name: string, otherwise: () => number): (bindings: unknown) => number {
  let value: number | undefined;
  return (bindings) => {
    value ??= numberSetting(bindings, name, 0) || otherwise();
    return value;
  };
}

/** Seconds, unless `FLOW_MAX_TIMEOUT` is set. */
export const usualMaxTimeout = 60;

/** The longest timeout in seconds that anything outside may have. */
export function longestTimeout(bindings: unknown): number {
  return numberSetting(bindings, "MAX_TIMEOUT", 0) || usualMaxTimeout;
}

/** A variable of the environment, as `$env` has it. */
export function environmentVariable(bindings: unknown, name: string): string | undefined {
  return ownString(bindings, name) ?? processVariable(name);
}

/** What `process.env` inherits is no text, so one look-up is enough; it costs more here than in other objects. */
function processVariable(name: string): string | undefined {
  if (kept !== undefined) return kept.get(name);
  const value: unknown = globalThis.process?.env?.[name];
  return typeof value === "string" ? value : undefined;
}

/**
 * Takes the variables of the process as they are now for what they stay. Each look-up in `process.env` is a call of the
 * system, and a request looks up twenty. Only for a process that belongs to the app: others may change them.
 */
export function keepProcessVariables(): void {
  keepVariables(process.env);
}

/** Takes these variables for the environment, in place of those of the process, which may belong to others. */
export function keepVariables(variables: Readonly<Record<string, string | undefined>>): void {
  kept = new Map(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

let kept: ReadonlyMap<string, string> | undefined;

function ownString(source: unknown, name: string): string | undefined {
  if (typeof source !== "object" || source === null || !Object.hasOwn(source, name)) return undefined;
  const value: unknown = Reflect.get(source, name);
  return typeof value === "string" ? value : undefined;
}

/** All variables of the process, or those that were taken for them; workerd has none. */
export function processVariables(): unknown {
  return kept === undefined ? globalThis.process?.env : Object.fromEntries(kept);
}
