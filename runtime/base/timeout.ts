import { longestTimer } from "./tree-limits.js";

/** The result of the work, unless it takes longer than so many milliseconds: then it rejects with what `late` makes. */
export function within<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), Math.min(milliseconds, longestTimer));
    work.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/**
 * Returns the fault of a connection: the `code` of the error or of one of its causes, where Node and undici
 * put it; else `""`.
 */
export function errorCode(thrown: unknown): string {
  let error = thrown;
  for (let depth = 0; depth < 4 && error instanceof Error; depth++) {
    const code: unknown = Reflect.get(error, "code");
    if (typeof code === "string") return code;
    error = error.cause;
  }
  return "";
}
