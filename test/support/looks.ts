/**
 * Counts the characters that a call examines to find texts in texts, whether or not it finds them. Unlike
 * time, this does not depend on the machine. It counts the methods of strings that search.
 */
export function charactersSearched(run: () => void): number {
  const { indexOf, startsWith, includes } = String.prototype;
  let count = 0;
  const searched = (text: string, from: number, found: number, wanted: string): void => {
    count += (found < 0 ? text.length : found + wanted.length) - from;
  };
  Object.assign(String.prototype, {
    indexOf(this: string, wanted: string, from = 0): number {
      const found = indexOf.call(this, wanted, from);
      searched(this, from, found, wanted);
      return found;
    },
    includes(this: string, wanted: string, from = 0): boolean {
      searched(this, from, indexOf.call(this, wanted, from), wanted);
      return includes.call(this, wanted, from);
    },
    startsWith(this: string, wanted: string, from = 0): boolean {
      count += wanted.length;
      return startsWith.call(this, wanted, from);
    },
  });
  try {
    run();
  } finally {
    Object.assign(String.prototype, { indexOf, startsWith, includes });
  }
  return count;
}
