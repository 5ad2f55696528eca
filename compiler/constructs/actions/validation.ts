import { $, call, code, entry, object } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition, ActionParser } from "../../language/action-definition.js";
import { validationMode } from "../../parse/openapi/validate.js";
import { type AttributeTemplate, constantText, expressionsIn } from "../../syntax/attribute-template.js";
import type { Action } from "../../syntax/flow.js";
import type { XmlElement } from "../../syntax/xml.js";

interface ValidationNode extends Action {
  readonly element: "validation";
  readonly request: AttributeTemplate | undefined;
  readonly response: AttributeTemplate | undefined;
}

/** `<validation request="true"/>` of `conf/config.xml`: what is validated, instead of `x-flow-validate` at the top. */
export const validationAction: ActionDefinition<ValidationNode> = {
  element: "validation",
  attributes: ["request", "response"],
  editing: { attributes: { request: "text", response: "text" } },
  standsIn: "config",

  parse(element, parser) {
    parser.noText(element);
    return { request: mode(element, "request", parser), response: mode(element, "response", parser) };
  },

  facts: ({ request, response }) => ({
    expressions: [request, response].flatMap(expressionsIn),
  }),

  generate({ request, response }, generator): readonly Doc[] {
    const modes = Object.entries({ request, response }).flatMap(([name, value]) =>
      value === undefined ? [] : [entry(name, generator.attributeText(value))],
    );
    return [code`${call(generator.use("configureValidation"), [$, object(modes)])};`];
  },
};

/** Reported where it is neither a mode nor computed. */
function mode(element: XmlElement, name: string, parser: ActionParser): AttributeTemplate | undefined {
  const template = parser.attributeTemplate(element, name);
  const constant = template && constantText(template);
  if (template !== undefined && constant !== undefined && validationMode(constant.trim()) === undefined)
    parser.reporter.report(template.span, "validateMode", { name });
  return template;
}
