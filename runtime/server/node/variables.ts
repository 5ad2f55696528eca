import { readFileSync } from "node:fs";
import { inFile, misspeltSettings, secretVariables, settings } from "../../base/settings.js";

/** Variables of an environment, and the faults of the files that these name, a sentence for each. */
export interface FoundVariables {
  readonly variables: Readonly<Record<string, string>>;
  readonly faults: readonly string[];
}

/**
 * The variables of an environment, and what files have of them: that of `FLOW_SETTINGS_FILE`, and those with secrets. The
 * variables that name the files are left out.
 */
export function readVariables(environment: Readonly<Record<string, string | undefined>>): FoundVariables {
  const variables = new Map(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const file = settings.SETTINGS_FILE.names.find((name) => variables.get(name));
  const faults = [
    ...(file === undefined ? [] : readSettings(file, variables)),
    ...secretVariables().flatMap((name) => readSecret(name, variables)),
  ];
  return { variables: Object.fromEntries(variables), faults };
}

/** Takes the settings from the file that a variable names. */
function readSettings(source: string, variables: Map<string, string>): readonly string[] {
  const given = new Set([...variables].flatMap(([name, value]) => (value ? name : [])));
  const before = new Set<string>();
  const take = (line: string, index: number): readonly string[] => {
    if (/^\s*(?:#|$)/.test(line)) return [];
    const [, name, value = ""] = /^\s*(\w+)\s*=([^\0]*)$/.exec(line) ?? [];
    // It may have a secret, so it is not shown.
    if (name === undefined) return [`Line ${index + 1} of ${source} must be of the form NAME=value`];
    const names = namesWith(name);
    if (names === undefined)
      return [misspeltSettings([name])[0] ?? `There is no setting ${name.slice(0, 100)}.`];
    if (names.some((each) => given.has(each)))
      return [`Only one of the environment and ${source} can set ${name}`];
    if (names.some((each) => before.has(each))) return [`${source} must set ${name} once`];
    before.add(name);
    variables.set(name, value.trim().replace(/^(["'])(.*)\1$/, "$2"));
    return [];
  };
  return withFile(source, variables, (text) =>
    text
      .replace(/^\uFEFF/, "")
      .split(/\r?\n/)
      .flatMap(take),
  );
}

/** The names of what a file sets by this name; `undefined` if there is no such setting. */
function namesWith(name: string): readonly string[] | undefined {
  if (secretVariables().some((each) => each + inFile === name)) return [name];
  const found = Object.values(settings).find(({ names }) => names.includes(name));
  return found === settings.SETTINGS_FILE ? undefined : found?.names;
}

/** Takes the value of a variable from the file that another one names. */
function readSecret(name: string, variables: Map<string, string>): readonly string[] {
  const source = name + inFile;
  if (variables.get(source) && variables.get(name)) return [`Only one of ${name} and ${source} can be set`];
  return withFile(source, variables, (text) => {
    // Editors and `echo` end a file with a line break.
    variables.set(name, text.replace(/\r?\n$/, ""));
    return [];
  });
}

/** Reads the file that a variable names, if it names one. Processes that are started with the others need it no more. */
function withFile(
  source: string,
  variables: Map<string, string>,
  read: (text: string) => readonly string[],
): readonly string[] {
  const path = variables.get(source);
  if (!path) return [];
  variables.delete(source);
  try {
    return read(readFileSync(path, "utf8"));
  } catch (error) {
    return [`${source} must be a file that can be read: ${(error as NodeJS.ErrnoException).code}`];
  }
}
