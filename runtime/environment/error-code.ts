/** What is wrong with a connection: Node's and undici's errors say it in the `code` of a cause. `""` if none does. */
export function errorCode(thrown: unknown): string {
  let error = thrown;
  for (let depth = 0; depth < 4 && error instanceof Error; depth++) {
    const code: unknown = Reflect.get(error, "code");
    if (typeof code === "string") return code;
    error = error.cause;
  }
  return "";
}
