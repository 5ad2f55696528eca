import { $, call } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionGenerator, TemplateCode } from "../../language/action-definition.js";

/** The JSON of an action's template, which is parsed at run time where it was written as text. */
export const bodyJson = (code: TemplateCode, use: ActionGenerator["use"]): Doc =>
  code.isText ? call(use("templateJson"), [$, code.value]) : code.value;
