import { posix } from "node:path";

/** The names that modules import, by the module that they come from. */
export type ImportedNames = ReadonlyMap<string, ReadonlySet<string>>;

// A comment, or an import. What is between them is white space.
const comment = /\s*(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/y;
const declaration = /\s*import (type )?(?:\{([^}]*)\}|(\w+)) from "([\w@./-]+)";/y;

/**
 * Reads the imports at the head of modules as flowc prints them. Types are left out. A default import has the name
 * `default`. The paths of modules of the project are relative to its directory: `./flows/init.js`.
 */
export function importedNames(
  modules: Iterable<{ readonly path: string; readonly text: string }>,
): ImportedNames {
  const all = new Map<string, Set<string>>();
  for (const { path, text } of modules) {
    for (const { specifier, names } of imports(text)) {
      const from = specifier.startsWith(".") ? `./${posix.join(posix.dirname(path), specifier)}` : specifier;
      const known = all.get(from) ?? new Set();
      all.set(from, known);
      for (const name of names) known.add(name);
    }
  }
  return all;
}

interface Import {
  readonly specifier: string;
  readonly names: readonly string[];
}

function* imports(text: string): Generator<Import> {
  let position = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const found = pattern.exec(text);
    if (found !== null) position = pattern.lastIndex;
    return found;
  };
  for (;;) {
    while (next(comment) !== null);
    const found = next(declaration);
    if (found === null) return;
    const [, type, members, only, specifier = ""] = found;
    if (type === undefined) yield { specifier, names: only === undefined ? values(members) : ["default"] };
  }
}

function values(members = ""): readonly string[] {
  const names = members.split(",").map((member) => member.trim());
  return names.filter((name) => name !== "" && !name.startsWith("type "));
}
