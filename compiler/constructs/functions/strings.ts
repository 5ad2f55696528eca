import type { FunctionDefinition } from "../../language/function-definition.js";
import { checked, of, optional, repeated, text } from "../../language/function-definition.js";
import { checkJoined, checkPosition, checkSearched, checkTranslation } from "../function-parts/arguments.js";
import { length, position, searched } from "../function-parts/constants.js";
import { normalized, textsUpTo } from "../function-parts/text-forms.js";

/** XPath 1.0 §4.2. */
export const stringFunctions: readonly FunctionDefinition[] = [
  {
    name: "string",
    reads: "arguments",
    operation: "conversion",
    keepsText: "same",
    parameters: [optional("any")],
    returns: "string",
    contextDefault: true,
  },
  {
    name: "concat",
    reads: "arguments",
    keepsText: "joined",
    // XPath asks for two strings; the engine takes one as well.
    parameters: [...of(text), repeated(text)],
    returns: "string",
    helper: "concat",
    check: checkJoined,
  },
  {
    name: "starts-with",
    begins: "text",
    reads: "arguments",
    examines: true,
    parameters: of(text, searched),
    returns: "boolean",
    helper: "startsWith",
    check: checkSearched,
  },
  {
    name: "contains",
    reads: "arguments",
    examines: true,
    parameters: of(text, searched),
    returns: "boolean",
    helper: "contains",
    check: checkSearched,
  },
  {
    name: "substring-before",
    reads: "arguments",
    parameters: of(text, searched),
    returns: "string",
    helper: "substringBefore",
    check: checkSearched,
  },
  {
    name: "substring-after",
    reads: "arguments",
    parameters: of(text, searched),
    returns: "string",
    helper: "substringAfter",
    check: checkSearched,
  },
  {
    name: "substring",
    reads: "arguments",
    domain: ({ arguments: [, , length] }) =>
      length?.kind === "number" ? textsUpTo(length.value) : undefined,
    parameters: [...of(text, position), optional(length)],
    returns: "string",
    helper: "substring",
    check: checkPosition,
  },
  {
    name: "string-length",
    reads: "arguments",
    yieldsFrom: 0,
    parameters: [optional({ type: "string", takes: "one" })],
    returns: "number",
    helper: "stringLength",
    isFinite: true,
    contextDefault: true,
  },
  {
    name: "normalize-space",
    reads: "arguments",
    domain: () => normalized,
    keepsText: "partly",
    parameters: [optional(text)],
    returns: "string",
    helper: "normalizeSpace",
    contextDefault: true,
  },
  {
    name: "translate",
    reads: "arguments",
    parameters: of(text, checked, checked),
    returns: "string",
    helper: "translate",
    check: checkTranslation,
  },
];
