import { call } from "../generate/code.js";
import { type Doc, text } from "../generate/doc.js";
import type { TemplateCode } from "./definition.js";

/** The JSON of an action's template, which is parsed at run time where it was written as text. */
export const bodyJson = (code: TemplateCode, use: (helper: string) => Doc): Doc =>
  code.isText ? call(use("templateJson"), [text("$"), code.value]) : code.value;
