import type { Language } from "../parse/language.js";
import { actions, configActions, testActions } from "./actions/index.js";
import { functions } from "./functions/index.js";

/** All that flows can be made of. */
export const language: Language = { actions, configActions, testActions, functions };
