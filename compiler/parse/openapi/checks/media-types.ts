import type { Reporter } from "../../../diagnostics/reporter.js";
import type { Span } from "../../../source/source-text.js";
import { oddMediaType } from "../../http/known-media-types.js";
import type { YamlEntry } from "../../yaml/yaml.js";

/** Reports the media types under `consumes` and `produces` that nobody knows. */
export function checkListedMediaTypes(entries: readonly YamlEntry[], reporter: Reporter): void {
  for (const { key, items } of entries)
    for (const item of key === "consumes" || key === "produces" ? (items ?? []) : [])
      checkMediaType(item.string ?? "", item.span, reporter);
}

/** Reports a media type that nobody knows, and returns whether it is one. */
export function checkMediaType(text: string, span: Span, reporter: Reporter): boolean {
  const odd = oddMediaType(text);
  if (odd !== undefined) reporter.report(span, "declaredMediaType", { name: odd.name, nearest: odd.meant });
  return odd !== undefined;
}
