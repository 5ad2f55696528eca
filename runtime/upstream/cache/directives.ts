import type { ReceivedFields } from "../../http/received-fields.js";

/** Cache directives by lower-case name; `""` for one without an argument. */
export type Directives = ReadonlyMap<string, string>;

/** The directives of `Cache-Control` or, if there is none, of `Pragma` (RFC 9111 §5.2, §5.4). */
export function directivesOf(headers: Pick<ReceivedFields, "get"> | undefined): Directives {
  const pragma = headers?.get("pragma")?.toLowerCase().includes("no-cache") ? "no-cache" : "";
  const parts = (headers?.get("cache-control") ?? pragma).split(",");
  return new Map(
    parts.map((part) => {
      const [name = "", value = ""] = part.split("=", 2);
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', "")];
    }),
  );
}

/** The seconds that a directive names; undefined if it is missing, or names none. */
export function secondsOf(directives: Directives, name: string): number | undefined {
  const value = directives.get(name);
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** Times are in seconds. */
export interface Freshness {
  readonly age: number;
  readonly lifetime: number;
  /** Whether the upstream forbids the use of stale responses. */
  readonly mustRevalidate: boolean;
}

/** Whether the cache may answer a request with these directives without asking the upstream (RFC 9111 §4, §5.2.1). */
export function isAcceptable(request: Directives, { age, lifetime, mustRevalidate }: Freshness): boolean {
  if (request.has("no-cache")) return false;
  if (age > (secondsOf(request, "max-age") ?? Number.POSITIVE_INFINITY)) return false;
  const remaining = lifetime - age;
  if (remaining > 0) return remaining >= (secondsOf(request, "min-fresh") ?? 0);
  if (mustRevalidate || request.get("max-stale") === undefined) return false;
  return request.get("max-stale") === "" || -remaining <= (secondsOf(request, "max-stale") ?? 0);
}
