import type { Reporter } from "../../diagnostics/reporter.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { isComplete, named } from "../action-parts/settings.js";

/** Proves that a request uses one kind of cache, and options about the cache only with one. */
export function checkCaching(options: ObjectNode, reporter: Reporter): void {
  const kinds = ["use-http-cache", "force-cache-ttl"].map((name) => use(options, name));
  const [, second] = kinds;
  if (second !== undefined && kinds.every((kind) => kind?.isCertain))
    reporter.report(second.span, "cachedTwice");
  if (!isComplete(options) || kinds.some((kind) => kind !== undefined)) return;
  for (const name of ["force-cache-refresh", "respect-client-cache-headers"]) {
    const idle = use(options, name);
    if (idle?.isCertain) reporter.report(idle.span, "nothingCached", { name });
  }
}

/** An option that is, or may be, on; undefined for one that is off. */
function use(options: ObjectNode, name: string) {
  const member = named(options, name);
  if (member === undefined) return undefined;
  const { value, span } = member;
  if (value.kind !== "constant") return { span, isCertain: false };
  return Number(value.value) > 0 ? { span, isCertain: true } : undefined;
}
