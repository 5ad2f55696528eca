import type { UrlValue } from "../../constructs/options/urls.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Span } from "../../source/source-text.js";
import { alternatives, type JsonNode } from "../../syntax/json-template.js";
import { merged, type Pieces } from "./pieces.js";
import type { UrlTexts } from "./url-text.js";

/** Proves that a URL begins as one of HTTP, as far as the flows write it, and that no name stands in it for its value. */
export function checkForms(
  { part, value }: UrlValue,
  texts: UrlTexts,
  variables: ReadonlySet<string>,
  reporter: Reporter,
): void {
  if (part === "server") return;
  for (const leaf of "parts" in value ? [value] : alternatives(value)) {
    const written = "parts" in leaf ? texts.ofAttribute(leaf) : texts.ofJson(leaf);
    const placeholder = "parts" in leaf ? undefined : placeholderIn(leaf, variables);
    if (placeholder !== undefined) reporter.report(leaf.span, "urlPlaceholder", placeholder);
    else if (part === "url") checkStart(written, leaf.span, reporter);
  }
}

function checkStart(alternatives: readonly Pieces[], span: Span, reporter: Reporter): void {
  for (const pieces of alternatives) {
    const [first, ...others] = merged(pieces);
    if (first?.kind !== "constant" || first.text === "" || isUrlStart(first.text, others.length === 0))
      continue;
    reporter.report(span, "urlForm", { text: others.length === 0 ? first.text : `${first.text}…` });
    return;
  }
}

function isUrlStart(text: string, isWhole: boolean): boolean {
  const start = text.trimStart().toLowerCase();
  if (/^https?:\/*https?:\//.test(start)) return false;
  if (isWhole) return /^https?:/.test(start) && URL.canParse(text);
  return /^https?:/.test(start) || "https://".startsWith(start) || "http://".startsWith(start);
}

interface Placeholder {
  readonly text: string;
  /** The expression that computes what is meant. */
  readonly expression: string;
}

/** `{name}` as in the paths of API descriptions, or the name of a variable that there is. */
function placeholderIn(value: JsonNode, variables: ReadonlySet<string>): Placeholder | undefined {
  if (value.kind !== "constant" || typeof value.value !== "string") return undefined;
  const [braces] = /\{[A-Za-z_][\w-]*\}/.exec(value.value) ?? [];
  if (braces !== undefined) return { text: braces, expression: "urlencode(…)" };
  // Some APIs have parameters such as `$filter=`.
  for (const [reference, name = ""] of value.value.matchAll(/\$([A-Za-z_][\w-]*)(?:\/[\w/-]*)?(?![\w=-])/g))
    if (variables.has(name)) return { text: reference, expression: `urlencode(${reference})` };
  return undefined;
}
