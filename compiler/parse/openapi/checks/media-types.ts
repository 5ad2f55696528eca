import type { Reporter } from "../../../diagnostics/reporter.js";
import type { Span } from "../../../source/source-text.js";
import { oddMediaType } from "../../http/known-media-types.js";
import type { YamlEntry } from "../../yaml/yaml.js";

/** Reports the media types under `consumes` and `produces` that nobody knows. */
export function checkListedMediaTypes(entries: readonly YamlEntry[], reporter: Reporter): void {
  for (const { key, items } of entries)
    for (const item of key === "consumes" || key === "produces" ? (items ?? []) : [])
      check(item.string ?? "", item.span, reporter);
}

/** Reports the keys under `content` that are media types which nobody knows: of the body, or of a response. */
export function checkContent(message: YamlEntry, reporter: Reporter): void {
  for (const { key, keySpan } of message.find("content")?.entries ?? []) check(key, keySpan, reporter);
}

function check(text: string, span: Span, reporter: Reporter): void {
  const odd = oddMediaType(text);
  if (odd !== undefined) reporter.report(span, "declaredMediaType", { name: odd.name, nearest: odd.meant });
}
