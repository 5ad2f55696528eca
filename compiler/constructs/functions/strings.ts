import type { FunctionDefinition } from "../function.js";
import { of, optional, repeated } from "../function-parts/parameters.js";

/** XPath 1.0 §4.2. */
export const stringFunctions: readonly FunctionDefinition[] = [
  {
    name: "string",
    parameters: [optional("any")],
    returns: "string",
    helper: "string",
    contextDefault: true,
  },
  {
    name: "concat",
    // XPath asks for two strings; the engine takes one as well.
    parameters: [...of("string"), repeated("string")],
    returns: "string",
    helper: "concat",
  },
  { name: "starts-with", parameters: of("string", "string"), returns: "boolean", helper: "startsWith" },
  { name: "contains", parameters: of("string", "string"), returns: "boolean", helper: "contains" },
  {
    name: "substring-before",
    parameters: of("string", "string"),
    returns: "string",
    helper: "substringBefore",
  },
  {
    name: "substring-after",
    parameters: of("string", "string"),
    returns: "string",
    helper: "substringAfter",
  },
  {
    name: "substring",
    parameters: [...of("string", "number"), optional("number")],
    returns: "string",
    helper: "substring",
  },
  {
    name: "string-length",
    parameters: [optional("string")],
    returns: "number",
    helper: "stringLength",
    isFinite: true,
    contextDefault: true,
  },
  {
    name: "normalize-space",
    parameters: [optional("string")],
    returns: "string",
    helper: "normalizeSpace",
    contextDefault: true,
  },
  { name: "translate", parameters: of("string", "string", "string"), returns: "string", helper: "translate" },
];
