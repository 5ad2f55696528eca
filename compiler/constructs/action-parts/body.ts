import { call } from "../../code/code.js";
import { type Doc, text } from "../../code/doc.js";
import type { TemplateCode } from "../action.js";

/** The JSON of an action's template, which is parsed at run time where it was written as text. */
export const bodyJson = (code: TemplateCode, use: (helper: string) => Doc): Doc =>
  code.isText ? call(use("templateJson"), [text("$"), code.value]) : code.value;
