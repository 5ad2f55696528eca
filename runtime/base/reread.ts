/** Milliseconds until files are looked at again. */
const age = 1000;

/**
 * Makes something of texts that may change while the app runs, such as keys in files, and makes it anew when they have
 * changed. The returned function throws what `read` and `make` throw as long as nothing has been made; after that it keeps
 * to the last that was made.
 * @param failed is called whenever the texts cannot be used any more
 */
export function rereading<T>(
  read: (bindings: unknown) => readonly (string | undefined)[],
  make: (texts: readonly (string | undefined)[]) => T,
  failed: () => void,
): (bindings: unknown) => T {
  let last: { readonly made: T; readonly texts: string } | undefined;
  let lookAgain = 0;
  return (bindings) => {
    if (last !== undefined && performance.now() < lookAgain) return last.made;
    lookAgain = performance.now() + age;
    try {
      const found = read(bindings);
      const texts = JSON.stringify(found);
      if (texts !== last?.texts) last = { made: make(found), texts };
    } catch (thrown) {
      if (last === undefined) throw thrown;
      failed();
    }
    return last.made;
  };
}

/** The text of a file, on platforms that have files. */
export function fileText(path: string): string {
  return process.getBuiltinModule("node:fs").readFileSync(path, "utf8");
}
