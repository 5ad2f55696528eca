import type { FunctionDefinition } from "../../language/function-definition.js";
import { of, optional, repeated } from "../../language/function-definition.js";
import { checkJoined, checkPosition, checkSubject } from "../function-parts/arguments.js";
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
    parameters: [...of("string"), repeated("string")],
    returns: "string",
    helper: "concat",
    check: checkJoined,
  },
  {
    name: "starts-with",
    reads: "arguments",
    examines: true,
    parameters: of("string", "string"),
    returns: "boolean",
    helper: "startsWith",
    check: checkSubject,
  },
  {
    name: "contains",
    reads: "arguments",
    examines: true,
    parameters: of("string", "string"),
    returns: "boolean",
    helper: "contains",
    check: checkSubject,
  },
  {
    name: "substring-before",
    reads: "arguments",
    parameters: of("string", "string"),
    returns: "string",
    helper: "substringBefore",
    check: checkSubject,
  },
  {
    name: "substring-after",
    reads: "arguments",
    parameters: of("string", "string"),
    returns: "string",
    helper: "substringAfter",
    check: checkSubject,
  },
  {
    name: "substring",
    reads: "arguments",
    domain: ({ arguments: [, , length] }) =>
      length?.kind === "number" ? textsUpTo(length.value) : undefined,
    parameters: [...of("string", "number"), optional("number")],
    returns: "string",
    helper: "substring",
    check: checkPosition,
  },
  {
    name: "string-length",
    reads: "arguments",
    yieldsFrom: 0,
    parameters: [optional("string")],
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
    parameters: [optional("string")],
    returns: "string",
    helper: "normalizeSpace",
    contextDefault: true,
  },
  {
    name: "translate",
    reads: "arguments",
    parameters: of("string", "string", "string"),
    returns: "string",
    helper: "translate",
  },
];
