import type { Span } from "../source/source-text.js";
import type { Expression } from "./xpath.js";

/** The value of an attribute with XPath expressions in braces (XSLT 1.0 §7.6.2). */
export interface AttributeTemplate {
  readonly span: Span;
  readonly parts: readonly (string | Expression)[];
}

/** The text, if all of it is constant; `undefined` if some of it is only known at run time. */
export function constantText({ parts }: AttributeTemplate): string | undefined {
  return parts.every((part) => typeof part === "string") ? parts.join("") : undefined;
}

export function expressionsIn(template: AttributeTemplate | undefined): readonly Expression[] {
  return template?.parts.filter((part) => typeof part !== "string") ?? [];
}
