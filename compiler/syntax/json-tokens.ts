import type { Span } from "../source/source-text.js";
import type { Block, SignPart, ValuePart } from "./template.js";

/**
 * A JSON token of a template's text (RFC 8259; strings without commands may be in single quotes). A string
 * that contains commands comes in pieces.
 */
export type JsonToken = { readonly span: Span /** As the app writes it. */; readonly text: string } & (
  | { readonly kind: "{" | "}" | "[" | "]" | "," | ":" }
  | { readonly kind: "constant"; readonly value: string | number | boolean | null }
  | { readonly kind: "string-start" | "string-part" | "string-end" }
  | { readonly kind: "bad"; readonly reason: string }
);

/** A part of a template, with its text split into JSON tokens. */
export type TokenPart = JsonToken | ValuePart | SignPart | Block<TokenPart>;
