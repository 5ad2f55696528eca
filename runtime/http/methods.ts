import { isToken } from "./field-syntax.js";

/** Returns true if `fetch` sends requests with a method, which is in upper case. */
export function isSendable(method: string): boolean {
  return isToken(method) && !unsendable.has(method);
}

/** Methods that the Fetch standard forbids. */
const unsendable: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Returns true if the Fetch standard forbids that a request with the method has a body. */
export function isWithoutBody(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** Statuses of responses without content (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
export const statusesWithoutContent: ReadonlySet<number> = new Set([204, 205, 304]);
