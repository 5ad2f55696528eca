import type { Language } from "../language/language.js";
import { actions, configActions, testActions } from "./actions/index.js";
import { advice } from "./foreign/index.js";
import { flowFunctions } from "./functions/index.js";

/** All that flows can be made of. */
export const language: Language = { actions, configActions, testActions, functions: flowFunctions, advice };
