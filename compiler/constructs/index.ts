import { actions, configActions, testActions } from "./actions/index.js";
import type { Language } from "./contract/language.js";
import { advice } from "./foreign/index.js";
import { flowFunctions } from "./functions/index.js";

/** All that flows can be made of. */
export const language: Language = { actions, configActions, testActions, functions: flowFunctions, advice };
