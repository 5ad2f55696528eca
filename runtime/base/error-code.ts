/**
 * What is wrong with a connection: the `code` of the error or of one of its causes, where Node and undici put it; else
 * `""`.
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
