import type { JsonNode, JsonScope } from "./json-template.js";
import type { TokenPart } from "./json-tokens.js";
import type { Template } from "./template.js";

/**
 * The facts known of a template: the tree of the JSON that it always yields, or its parts. From the parts,
 * the app writes text at run time and parses it.
 */
export type TemplateFacts =
  | { readonly kind: "json"; readonly scope: JsonScope<JsonNode> }
  | {
      readonly kind: "text";
      readonly parts: readonly TokenPart[];
      readonly source: Template;
      /** The tree for those who only look at what is written, if there is one: its variables change their values. */
      readonly scope?: JsonScope<JsonNode>;
    }
  /** It has only definitions and comments, or errors that are reported already. */
  | { readonly kind: "empty" };
