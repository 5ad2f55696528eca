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

/** The agent of the platform's `fetch`; `undefined` where that is not undici. */
export function platformDispatcher(): Dispatcher | undefined {
  const current: unknown = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"));
  return isDispatcher(current) ? current : undefined;
}

function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === "object" && value !== null && "dispatch" in value;
}

/** What `fetch` needs of a dispatcher of undici. */
export interface Dispatcher {
  readonly isMockActive?: boolean;
  dispatch(options: DispatchOptions, handler: unknown): boolean;
}

interface DispatchOptions {
  readonly headers: Readonly<Record<string, string>>;
}

function onlyAsked(
  all: Readonly<Record<string, string>>,
  asked: ReadonlyMap<string, string>,
): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of asked) fields[name] = value;
  for (const name of own) if (!asked.has(name) && all[name] !== undefined) fields[name] = all[name];
  return fields;
}

/** Fields of `fetch` that stay: any type is accepted, as the original engine says; what it decodes; the body's length. */
const own = ["accept", "accept-encoding", "content-length"];
