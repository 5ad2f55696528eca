/** Asking upstream systems with `fetch`, and the events of it, for handlers of any framework. */
import { type Began, logRequest } from "./log.js";
import { timeout } from "./orders.js";

const { UPSTREAM = "" } = process.env;

/** Reads JSON from the upstream system. Rejects if it does not answer in time. */
export async function load<T>(
  { requestID }: Began,
  id: string,
  path: string,
): Promise<{ readonly status: number; readonly value: T }> {
  const url = UPSTREAM + path;
  const began = { requestID, startedAt: Date.now(), started: performance.now() };
  const response = await fetch(url, { signal: AbortSignal.timeout(timeout) });
  const firstByte = performance.now() - began.started;
  const text = await response.text();
  logRequest(began, {
    url,
    method: "GET",
    status: response.status,
    mime: response.headers.get("content-type") ?? "",
    bytes: Buffer.byteLength(text),
    id: `${id}.0`,
    firstByte,
  });
  return { status: response.status, value: JSON.parse(text) as T };
}
