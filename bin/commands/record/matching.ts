import { randomBytes, randomUUID } from "node:crypto";
import type { Fields, MatchedBy } from "../../../runtime/observe/trace/index.js";

/** A client's request on its way. */
export interface OpenRequest {
  /** The IDs that the system may pass on. */
  readonly ids: ReadonlySet<string>;
  isOver: boolean;
}

/** Fields that name a request, and are passed on. */
export const naming =
  /^(?:traceparent|x-b3-traceid|uber-trace-id|(?:x-)?(?:request|correlation|trace|amzn-trace)-id)$/i;

/** The IDs in the fields of a request: those of a trace without the part that names the sender. */
export function idsIn(fields: Fields): ReadonlySet<string> {
  const values = fields.flatMap(([name, value]) => (naming.test(name) ? value : []));
  return new Set(values.map((value) => /^[\da-f]{2}-([\da-f]{32})-/.exec(value)?.[1] ?? value));
}

/** Fields that name a request, for one that has none of them. */
export function addedIds(fields: Fields): Fields {
  const has = (name: string): boolean => fields.some(([each]) => each.toLowerCase() === name);
  const trace = `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-01`;
  return [
    ...(has("traceparent") ? [] : [["traceparent", trace] as const]),
    ...(has("x-request-id") ? [] : [["x-request-id", randomUUID()] as const]),
  ];
}

export interface Match<R> {
  readonly request: R | undefined;
  readonly by: MatchedBy | undefined;
  /** All that it may belong to, where nobody knows. */
  readonly candidates: readonly R[];
}

/** Finds the client's request that an upstream request is sent for. */
export function matched<R extends OpenRequest>(fields: Fields, open: ReadonlySet<R>): Match<R> {
  const ids = idsIn(fields);
  const named = [...open].filter((each) => [...ids].some((id) => each.ids.has(id)));
  const [only, another] = named.length > 0 ? named : [...open];
  if (only !== undefined && another === undefined)
    return { request: only, by: named.length > 0 ? "id" : "time", candidates: [] };
  return { request: undefined, by: undefined, candidates: named.length > 0 ? named : [...open] };
}
