import type { FunctionDefinition } from "../../language/function-definition.js";
import { of, optional, text } from "../../language/function-definition.js";
import { alignment, numeric } from "../function-parts/constants.js";

/** The facts that all of them share. */
const ofTexts = { reads: "arguments", returns: "string" } as const;

/** `http://exslt.org/strings` */
export const exsltStringFunctions: readonly FunctionDefinition[] = [
  { ...ofTexts, name: "str:concat", needsNode: true, parameters: of("nodes"), helper: "concatNodes" },
  {
    ...ofTexts,
    name: "str:padding",
    parameters: [...of(numeric), optional(text)],
    helper: "padding",
  },
  {
    ...ofTexts,
    name: "str:align",
    parameters: [...of(text, text), optional(alignment)],
    helper: "align",
  },
  {
    ...ofTexts,
    name: "str:tokenize",
    parameters: [...of(text), optional(text)],
    returns: "nodes",
    helper: "tokenize",
  },
  {
    ...ofTexts,
    name: "str:split",
    parameters: [...of(text), optional(text)],
    returns: "nodes",
    helper: "splitText",
  },
  {
    ...ofTexts,
    name: "str:replace",
    parameters: of(text, text, text),
    helper: "replaceText",
  },
];
