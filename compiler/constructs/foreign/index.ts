import type { Advice } from "../../language/language.js";
import { attributeAdvice, childAdvice } from "./attributes.js";
import { elementAdvice } from "./elements.js";

/** What to write in a flow for what other languages have. */
export const advice: Advice = { element: elementAdvice, attribute: attributeAdvice, child: childAdvice };
