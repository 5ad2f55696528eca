import type { JsonNode, JsonScope } from "./json-template.js";
import type { TokenPart } from "./json-tokens.js";
import type { Template } from "./template.js";

/** What is known of a template: the JSON that it always yields, or its parts, to be written as text and parsed. */
export type TemplateFacts =
  | { readonly kind: "json"; readonly scope: JsonScope<JsonNode> }
  | { readonly kind: "text"; readonly parts: readonly TokenPart[]; readonly source: Template }
  /** Definitions and comments only, or errors of which all is said. */
  | { readonly kind: "empty" };
