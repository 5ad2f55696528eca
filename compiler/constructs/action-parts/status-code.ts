import { number } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { type AttributeTemplate, constantText, expressionsIn } from "../../syntax/attribute-template.js";
import type { XmlElement } from "../../syntax/xml.js";
import type { Expression } from "../../syntax/xpath.js";
import type { ActionGenerator, ActionParser } from "../contract/action.js";

/** A status code: an integer from 100 to 599, or one that is computed at run time. */
export type StatusCode = number | AttributeTemplate;

/** The status code in an attribute; anything else is reported. */
export function statusAttribute(
  element: XmlElement,
  name: string,
  parser: ActionParser,
): StatusCode | undefined {
  const template = parser.attributeTemplate(element, name);
  const constant = template && constantText(template);
  return template !== undefined && constant !== undefined
    ? statusCode(constant.trim(), template, parser.reporter)
    : template;
}

function statusCode(written: string, { span }: AttributeTemplate, reporter: Reporter): number | undefined {
  if (isStatusCode(written)) return Number(written);
  reporter.report(span, "statusCode", { text: written });
  return undefined;
}

/** Whether it is an integer from 100 to 599, or the text of one. */
export function isStatusCode(value: unknown): boolean {
  return /^[1-5][0-9]{2}$/.test(String(value));
}

export const statusExpressions = (status: StatusCode | undefined): readonly Expression[] =>
  typeof status === "object" ? expressionsIn(status) : [];

export const statusDoc = (status: StatusCode, generator: Pick<ActionGenerator, "attributeText">): Doc =>
  typeof status === "number" ? number(status) : generator.attributeText(status);
