import { number } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionGenerator, ActionParser, StatusSetting } from "../../language/action-definition.js";
import type { Span } from "../../source/source-text.js";
import { type AttributeTemplate, constantText, expressionsIn } from "../../syntax/attribute-template.js";
import type { XmlElement } from "../../syntax/xml.js";
import type { Expression } from "../../syntax/xpath.js";

/** The status in an attribute: an integer from 100 to 599, or one that is computed at run time. */
export interface StatusCode {
  /** The place of the value. */
  readonly span: Span;
  readonly code: number | AttributeTemplate;
}

/** The status code in an attribute; anything else is reported. */
export function statusAttribute(
  element: XmlElement,
  name: string,
  parser: ActionParser,
): StatusCode | undefined {
  const template = parser.attributeTemplate(element, name);
  if (template === undefined) return undefined;
  const { span } = template;
  const text = constantText(template)?.trim();
  if (text === undefined) return { span, code: template };
  if (isStatusCode(text)) return { span, code: Number(text) };
  parser.reporter.report(span, "statusCode", { text });
  return undefined;
}

/** Tells whether it is an integer from 100 to 599, or the text of one. */
export function isStatusCode(value: unknown): boolean {
  return /^[1-5][0-9]{2}$/.test(String(value));
}

export const statusExpressions = (status: StatusCode | undefined): readonly Expression[] =>
  typeof status?.code === "object" ? expressionsIn(status.code) : [];

/** The status that the response gets from it. */
export const statusSetting = ({ span, code }: StatusCode): StatusSetting => ({
  span,
  code: typeof code === "number" ? code : undefined,
});

export const statusDoc = ({ code }: StatusCode, generator: Pick<ActionGenerator, "attributeText">): Doc =>
  typeof code === "number" ? number(code) : generator.attributeText(code);
