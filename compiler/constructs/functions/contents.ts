import type { FunctionDefinition } from "../../language/function-definition.js";
import { optional, text } from "../../language/function-definition.js";
import type { Expression } from "../../syntax/xpath.js";

/** The functions for the answers of upstreams, and for the main content. */
export const contentFunctions: readonly FunctionDefinition[] = [
  {
    name: "content",
    reads: "content",
    contentRead: ({ arguments: [id] }) => ({ id: contentId(id, ""), as: "document" }),
    parameters: [optional(text)],
    returns: "nodes",
    helper: "content",
    needsRequest: true,
  },
  {
    name: "body",
    reads: "content",
    contentRead: ({ arguments: [id] }) => ({ id: contentId(id, "main"), as: "text" }),
    parameters: [optional(text)],
    returns: "string",
    helper: "body",
    needsRequest: true,
  },
];

/** `undefined` if it is computed. */
const contentId = (id: Expression | undefined, otherwise: string): string | undefined =>
  id === undefined || (id.kind === "literal" && id.value === "")
    ? otherwise
    : id.kind === "literal"
      ? id.value
      : undefined;
