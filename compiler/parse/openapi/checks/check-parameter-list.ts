import type { Reporter } from "../../../diagnostics/reporter.js";
import type { Span } from "../../../source/source-text.js";
import { spanOf } from "../../schema/json-schema.js";
import type { Located, References } from "../../yaml/references.js";
import type { YamlEntry } from "../../yaml/yaml.js";

/** Finds parameters that are there twice, and bodies that no request can have. `method`: of the operation. */
export function checkParameterList(
  items: readonly Located[],
  method: string | undefined,
  references: References,
  reporter: Reporter,
): void {
  const parameters = items.map((item) => namedBy(item, references));
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

interface Named {
  readonly name: string | undefined;
  readonly place: string | undefined;
  /** Where its name stands, or the reference to it. */
  readonly span: Span;
  readonly placeSpan: Span;
}

function namedBy(item: Located, references: References): Named {
  const members = references.members(item);
  const text = (key: string) => {
    const member = members.get(key);
    return member?.file.string(member.value);
  };
  const own = new Map((item.file.entries(item.value) ?? []).map((entry) => [entry.key, entry]));
  const spanAt = (entry: YamlEntry | undefined) =>
    entry === undefined ? spanOf(item) : item.file.valueSpan(entry);
  const reference = own.get("$ref");
  return {
    name: text("name"),
    place: text("in"),
    span: spanAt(reference ?? own.get("name")),
    placeSpan: spanAt(reference ?? own.get("in")),
  };
}
