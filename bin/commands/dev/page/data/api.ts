/**
 * Asks the server of the page. The types of what it answers are in `bin/commands/dev/api.ts`.
 * @module
 */
import { memberOf, parsedJson } from "../../../../shared/values.js";

/** `path` is below `/api`: `/requests/12`. */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await ask("GET", path, undefined, signal)).json() as Promise<T>;
}

/** Sends something that changes the session; `T` is what is answered, `undefined` for an empty answer. */
export async function change<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> {
  const text = await (await ask(method, path, body)).text();
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

async function ask(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(`/api${path}`, {
    method,
    headers: {
      ...(method === "GET" ? {} : { "x-flowc": "1" }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Error("flowc dev does not answer.");
  });
  if (!response.ok) throw new Error(await problemOf(response));
  return response;
}

async function problemOf(response: Response): Promise<string> {
  const problem = memberOf(parsedJson(await response.text().catch(() => "")), "problem");
  // Where it is not of the API, the status says enough.
  return typeof problem === "string" ? problem : `flowc dev answered with status ${response.status}.`;
}
