import type { Expression } from "../syntax/xpath.js";
import type { Input } from "./definition.js";

/** The expression of an `in` attribute, for analysis; the main content is one that nothing needs to know of. */
export const inputExpressions = (input: Input): readonly Expression[] =>
  input.kind === "expression" ? [input.expression] : [];
