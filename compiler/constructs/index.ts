import type { Advice, Language } from "../language/language.js";
import { actions, configActions, testActions } from "./actions/index.js";
import { commands } from "./commands/index.js";
import { attributeAdvice, childAdvice } from "./foreign/attributes.js";
import { elementAdvice } from "./foreign/elements.js";
import { flowFunctions } from "./functions/index.js";

/** Advice on what to write in a flow for things that other languages have. */
const advice: Advice = { element: elementAdvice, attribute: attributeAdvice, child: childAdvice };

/** All that flows can be made of. */
export const language: Language = {
  actions,
  configActions,
  testActions,
  functions: flowFunctions,
  commands,
  advice,
};

export { possibleMembers, writtenValues } from "./action-parts/settings.js";
export { factsOf, placeOfRequest } from "./actions/facts.js";
export { actions, definitionOf } from "./actions/index.js";
export { commands } from "./commands/index.js";
export { functions } from "./functions/index.js";
export { proxyShape } from "./options/properties.js";
