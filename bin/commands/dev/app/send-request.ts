import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import type { RequestToSend } from "../api.js";
import { ApiError } from "../workbench.js";

/** Where the app listens. */
export interface AppAddress {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/** Characters of names of header fields and of methods (RFC 9110, section 5.6.2). */
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Checks what came from the page. */
export function checkedRequest(sent: unknown): RequestToSend {
  const { method, target, fields = [], body, isBase64 } = (sent ?? {}) as Partial<Record<string, unknown>>;
  if (typeof method !== "string" || !token.test(method) || method === "CONNECT")
    throw new ApiError(400, "This is no method.");
  if (typeof target !== "string" || !/^\/[!-~]*$/.test(target))
    throw new ApiError(400, "The target has to begin with a slash, and to be written as in a URL.");
  if (!Array.isArray(fields) || !fields.every(isField))
    throw new ApiError(400, "A header field is not as it has to be.");
  if (body !== undefined && typeof body !== "string") throw new ApiError(400, "The body has to be a text.");
  return { method, target, fields, body, isBase64: isBase64 === true };
}

function isField(field: unknown): boolean {
  if (!Array.isArray(field) || field.length !== 2) return false;
  const [name, value] = field as readonly unknown[];
  return (
    typeof name === "string" &&
    token.test(name) &&
    typeof value === "string" &&
    !/[^\t -~\x80-\xff]/.test(value)
  );
}

/** The fields that the connection has for itself. */
const ofConnection: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "transfer-encoding",
]);

/**
 * Sends a request to the app, and reads its answer to the end. Resolves to its status.
 * @param more a field that only this session knows
 */
export function sendRequest(
  { method, target, fields, body, isBase64 }: RequestToSend,
  { host, port, isSecure }: AppAddress,
  more: readonly [name: string, value: string],
): Promise<number> {
  const bytes = body === undefined ? undefined : Buffer.from(body, isBase64 ? "base64" : "utf8");
  const own = fields.filter(([name]) => !ofConnection.has(name.toLowerCase()));
  const length = bytes === undefined ? [] : [["content-length", String(bytes.length)] as const];
  const hasHost = own.some(([name]) => name.toLowerCase() === "host");
  const all = [...(hasHost ? [] : [["host", `${host}:${port}`] as const]), ...own, ...length, more];
  return new Promise((resolve, reject) => {
    const options = { host, port, method, path: target, headers: all.flat(), agent: false };
    const outgoing = isSecure
      ? overHttps({ ...options, rejectUnauthorized: false }) // it is this process
      : overHttp(options);
    outgoing.on("response", (incoming) => {
      incoming.resume();
      incoming.once("close", () => resolve(incoming.statusCode ?? 0));
    });
    outgoing.on("error", (error) => reject(new ApiError(502, `The app did not answer: ${error.message}`)));
    outgoing.end(bytes);
  });
}
