import type { Reporter } from "../../diagnostics/reporter.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { isComplete, named } from "../action-parts/settings.js";
import { type RequestOption, requestOptions } from "./request-options.js";

/** Proves that a request uses one kind of cache, and options about the cache only with one. */
export function checkCaching(options: ObjectNode, reporter: Reporter): void {
  const used = kinds.map((name) => use(options, name));
  const [, second] = used;
  if (second !== undefined && used.every((kind) => kind?.isCertain))
    reporter.report(second.span, "cachedTwice");
  if (!isComplete(options) || used.some((kind) => kind !== undefined)) return;
  for (const { name } of requestOptions.filter(needsCaching)) {
    const idle = use(options, name);
    if (idle?.isCertain) reporter.report(idle.span, "nothingCached", { name });
  }
}

/** Whether an option has no effect without a cache. */
export function needsCaching({ needs = [] }: RequestOption): boolean {
  return needs.some((needed) => kinds.includes(needed));
}

/** The options that each ask for a kind of cache. */
const kinds = requestOptions.flatMap(({ name, facility }) => (facility === "cache" ? [name] : []));

/** An option that is, or may be, on; undefined for one that is off. */
function use(options: ObjectNode, name: string) {
  const member = named(options, name);
  if (member === undefined) return undefined;
  const { value, span } = member;
  if (value.kind !== "constant") return { span, isCertain: false };
  return Number(value.value) > 0 ? { span, isCertain: true } : undefined;
}
