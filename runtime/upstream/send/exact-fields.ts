import type { Dispatcher, DispatchOptions } from "./dispatcher.js";

/**
 * Node's `fetch` adds fields of its own to a request, such as `sec-fetch-mode` and `accept-language`, changes others,
 * and tells caches not to answer if a request has conditions. It hands its requests to a dispatcher; this one takes
 * those fields away again. Other runtimes have no such place.
 */
export function exactFields(inner: Dispatcher, asked: ReadonlyMap<string, string>): Dispatcher {
  return {
    ...(inner.isMockActive && { isMockActive: true }),
    dispatch: (options, handler) =>
      inner.dispatch({ ...options, headers: onlyAsked(options.headers, asked) }, handler),
  };
}

function onlyAsked(
  all: DispatchOptions["headers"],
  asked: ReadonlyMap<string, string>,
): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of asked) fields[name] = value;
  for (const name of own) {
    const value: unknown = Reflect.get(all, name);
    if (!asked.has(name) && typeof value === "string") fields[name] = value;
  }
  return fields;
}

/** Fields of `fetch` that stay: any type is accepted, as the original engine says; what it decodes; the body's length. */
const own = ["accept", "accept-encoding", "content-length"];
