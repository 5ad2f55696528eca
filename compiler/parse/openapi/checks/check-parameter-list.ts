import type { Reporter } from "../../../diagnostics/reporter.js";
import type { Span } from "../../../source/source-text.js";
import type { Located } from "../../yaml/references.js";

/** Finds parameters that are there twice, and bodies that no request can have. `method`: of the operation. */
export function checkParameterList(
  items: readonly Located[],
  method: string | undefined,
  reporter: Reporter,
): void {
  const parameters = items.map(namedBy);
  const seen = new Map<string, Span>();
  for (const { name, place, span } of parameters) {
    if (name === undefined || place === undefined) continue;
    const key = JSON.stringify([place, name]);
    const other = seen.get(key);
    if (other === undefined) seen.set(key, span);
    else {
      const { line } = other.source.place(other.start);
      reporter.report(span, "parameterTwice", { name, place, line });
    }
  }
  const [body, second] = parameters.filter(({ place }) => place === "body");
  const form = parameters.find(({ place }) => place === "formData");
  if (body === undefined) return;
  const other = second ?? form;
  if (other !== undefined) reporter.report(other.span, "bodyTwice", { isForm: second === undefined });
  if (method === "get" || method === "head")
    reporter.report(body.placeSpan, "bodyOfRead", { method: method.toUpperCase() });
}

/** A parameter with the places of its name and its place, or of the reference to it. */
function namedBy(item: Located) {
  const spanAt = (name: string): Span => {
    const entry = ["$ref", name].map((key) => item.entries.find((one) => one.key === key)).find(Boolean);
    return entry === undefined ? item.span : entry.valueSpan;
  };
  const [name, place] = [item.get("name").string, item.get("in").string];
  return { name, place, span: spanAt("name"), placeSpan: spanAt("in") };
}
