import type { Reporter } from "../../diagnostics/reporter.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { requestOptions } from "./request-options.js";
import { useOf } from "./use.js";

/** Proves that a request uses one kind of cache. */
export function checkCaching(options: ObjectNode, reporter: Reporter): void {
  const used = kinds.map((name) => useOf(options, name));
  const [, second] = used;
  if (second !== undefined && used.every((kind) => kind?.isCertain))
    reporter.report(second.span, "cachedTwice");
}

/** The options that each ask for a kind of cache. */
const kinds = requestOptions.flatMap(({ name, facility }) => (facility === "cache" ? [name] : []));
