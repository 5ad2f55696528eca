import type { Span } from "../../source/source-text.js";
import type { Action } from "../../syntax/flow.js";

/** The start of an action's tag, with its name. */
export const tagPlace = ({ element, span: { source, start } }: Action): Span =>
  source.span(start, start + "<".length + element.length);
