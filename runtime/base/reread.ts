import { keep } from "./bounded-cache.js";

/** Milliseconds until files are looked at again. */
const age = 1000;

/** Looks at once; returns true if anything has changed since that was last asked. */
type LookNow = () => boolean;

/** Those that were made last, and the names of their files. */
const all = new Map<LookNow, string>();

/** How many are looked at when somebody asks; the others are when they are used. */
const maxLooks = 1000;

/**
 * Makes something of texts that may change while the app runs, such as keys in files, and makes it anew when they have
 * changed. The returned function throws what `read` and `make` throw as long as nothing has been made; after that it keeps
 * to the last that was made.
 * @param name the variables or the paths of the files
 * @param failed is called whenever the texts cannot be used any more
 */
export function rereading<T>(
  name: string,
  read: (bindings: unknown) => readonly (string | undefined)[],
  make: (texts: readonly (string | undefined)[]) => T,
  failed: () => void,
): (bindings: unknown) => T {
  let last: { readonly made: T; readonly texts: string } | undefined;
  let lookAgain = 0;
  let told: string | undefined;
  const look = (bindings: unknown): void => {
    lookAgain = performance.now() + age;
    const found = read(bindings);
    const texts = JSON.stringify(found);
    if (texts !== last?.texts) last = { made: make(found), texts };
    told ??= texts;
  };
  const lookNow: LookNow = () => {
    if (last === undefined) return false; // nobody has needed it yet
    look(undefined);
    const isNew = told !== last.texts;
    told = last.texts;
    return isNew;
  };
  keep(all, maxLooks, lookNow, name);
  return (bindings) => {
    if (last !== undefined && performance.now() < lookAgain) return last.made;
    try {
      look(bindings);
    } catch (thrown) {
      if (last === undefined) throw thrown;
      failed();
    }
    return (last as NonNullable<typeof last>).made;
  };
}

/** Looks at all files that are in use, and returns the names of those that have changed, and of those that are broken. */
export function rereadAll(): { readonly changed: readonly string[]; readonly faults: readonly string[] } {
  const changed: string[] = [];
  const faults: string[] = [];
  for (const [lookNow, name] of all) {
    try {
      if (lookNow()) changed.push(name);
    } catch (error) {
      // A message may have the text, which may be a secret.
      faults.push(`${name} cannot be used: ${(error as NodeJS.ErrnoException).code ?? "it is not whole"}`);
    }
  }
  return { changed, faults };
}

/** The text of a file, on platforms that have files. */
export function fileText(path: string): string {
  return process.getBuiltinModule("node:fs").readFileSync(path, "utf8");
}
