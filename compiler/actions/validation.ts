import type { Mode } from "../../runtime/validation/contract.js";
import { call, entry, object, quote } from "../generate/code.js";
import { concat, type Doc, text } from "../generate/doc.js";
import { asString } from "../generate/xpath/expression.js";
import { validationMode } from "../parse/validate.js";
import type { ActionBase } from "../syntax/flow.js";
import type { XmlElement } from "../syntax/xml.js";
import type { Expression } from "../syntax/xpath.js";
import type { ActionDefinition, ActionParser } from "./definition.js";

export interface ValidationNode extends ActionBase {
  readonly kind: "validation";
  readonly request: ModeSetting | undefined;
  readonly response: ModeSetting | undefined;
}

/** A mode, or an expression that gives one for each request. */
type ModeSetting = Mode | Expression;

/** `<validation request="true"/>` of `conf/config.xml`: what is validated, instead of `x-flow-validate` at the top. */
export const validationAction: ActionDefinition<ValidationNode> = {
  kind: "validation",
  attributes: ["request", "response"],

  parse(element, parser) {
    parser.noText(element);
    return { request: setting(element, "request", parser), response: setting(element, "response", parser) };
  },

  facts: ({ request, response }) => ({ expressions: [request, response].filter(isExpression) }),

  generate({ request, response }, generator): readonly Doc[] {
    const modes = Object.entries({ request, response }).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [entry(name, isExpression(value) ? asString(value, generator.scope).doc : quote(String(value)))];
    });
    return [concat([call(generator.use("configureValidation"), [text("$"), object(modes)]), text(";")])];
  },
};

const isExpression = (value: ModeSetting | undefined): value is Expression => typeof value === "object";

/** `{expression}`, or a mode. */
function setting(element: XmlElement, name: string, parser: ActionParser): ModeSetting | undefined {
  const value = element.attributes.get(name)?.value;
  if (value === undefined) return undefined;
  const dynamic = /^\s*\{(.*)\}\s*$/s.exec(value.text);
  if (dynamic !== null) {
    const start = value.text.indexOf("{") + 1;
    return parser.expression(value.slice(start, start + (dynamic[1]?.length ?? 0)));
  }
  const mode = validationMode(value.text.trim());
  if (mode === undefined) parser.reporter.report(value.span(0, value.text.length), "validateMode", { name });
  return mode;
}
