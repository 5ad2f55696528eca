import type { FunctionDefinition } from "../../language/function-definition.js";
import { of, optional } from "../../language/function-definition.js";

/** The facts that all of them share. */
const ofTexts = { reads: "arguments", returns: "string" } as const;

/** `http://exslt.org/strings` */
export const exsltStringFunctions: readonly FunctionDefinition[] = [
  { ...ofTexts, name: "str:concat", needsNode: true, parameters: of("nodes"), helper: "concatNodes" },
  {
    ...ofTexts,
    name: "str:padding",
    parameters: [...of("number"), optional("string")],
    helper: "padding",
  },
  {
    ...ofTexts,
    name: "str:align",
    parameters: [...of("string", "string"), optional("string")],
    helper: "align",
  },
  {
    ...ofTexts,
    name: "str:tokenize",
    parameters: [...of("string"), optional("string")],
    returns: "nodes",
    helper: "tokenize",
  },
  {
    ...ofTexts,
    name: "str:split",
    parameters: [...of("string"), optional("string")],
    returns: "nodes",
    helper: "splitText",
  },
  {
    ...ofTexts,
    name: "str:replace",
    parameters: of("string", "string", "string"),
    helper: "replaceText",
  },
];
