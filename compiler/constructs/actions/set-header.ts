import { isConnectionField, isToken } from "../../../runtime/http/field-syntax.js";
import { $, call, code, entry, object } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition } from "../../language/action-definition.js";
import type { Span } from "../../source/source-text.js";
import { type AttributeTemplate, constantText, expressionsIn } from "../../syntax/attribute-template.js";
import type { Action } from "../../syntax/flow.js";
import { checkField, checkFieldName, isMediaType } from "../action-parts/fields.js";
import { checkMeaning, checkSide } from "../bodies/fields.js";

interface SetHeaderNode extends Action {
  readonly element: "set-header";
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: AttributeTemplate;
}

/** `<set-header name="…" value="…"/>`, of old flows: one header field of the response. */
export const setHeaderAction: ActionDefinition<SetHeaderNode> = {
  element: "set-header",
  attributes: ["name", "value"],
  editing: { attributes: { name: "field", value: "text" }, required: ["name", "value"] },

  parse(element, parser) {
    parser.noText(element);
    const name = parser.required(element, "name");
    const value = parser.written(element, "value") && parser.attributeTemplate(element, "value");
    if (name === undefined || value === undefined) return undefined;
    const { text } = name.value;
    return { name: text.trim(), nameSpan: name.value.span(0, text.length), value };
  },

  facts: ({ value }) => ({
    expressions: expressionsIn(value),
  }),

  check({ name, nameSpan, value }, { reporter }) {
    if (!isToken(name)) reporter.report(nameSpan, "fieldName", { name });
    if (isConnectionField(name.toLowerCase())) reporter.report(nameSpan, "connectionField", { name });
    checkSide(name, "response", nameSpan, reporter);
    checkFieldName(name, nameSpan, reporter);
    const constant = constantText(value);
    if (constant === undefined) return;
    checkField(name, constant, value.span, reporter);
    checkMeaning(name.toLowerCase(), constant, value.span, reporter);
  },

  setsMediaType: ({ name, value }) =>
    isMediaType(name) ? { text: constantText(value), span: value.span, isField: true } : undefined,

  generate: ({ name, value }, generator): readonly Doc[] => [
    code`${call(generator.use("setHeaders"), [$, object([entry(name, generator.attributeText(value))])])};`,
  ],
};
