import { $, call, code, flowVariable } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type {
  ActionDefinition,
  ActionGenerator,
  Input,
  Output,
  TemplateCode,
} from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import { isMain } from "../../syntax/location.js";
import type { Template } from "../../syntax/template.js";
import { checkInput, transferFacts } from "../action-parts/in-and-out.js";

interface TemplateNode extends Action {
  readonly element: "template";
  readonly template: Template;
  readonly input: Input;
  readonly out: Output;
  /** Tells whether text that is no JSON is logged. */
  readonly check: boolean;
}

/** `<template>`: makes JSON, for a variable or as the response body. */
export const templateAction: ActionDefinition<TemplateNode> = {
  element: "template",
  attributes: ["in", "out", "src", "check"],
  editing: {
    text: "template",
    attributes: { in: "location", out: "location", src: "file", check: ["true", "false"] },
  },

  parse(element, parser) {
    const template = parser.template(element);
    const input = parser.input(element);
    const out = parser.output(element);
    const check = parser.attribute(element, "check")?.value.text !== "false";
    return template === undefined || input === undefined || out === undefined
      ? undefined
      : { template, input, out, check };
  },

  facts: ({ template, input, out }) => ({ ...transferFacts(input, out, template), templates: [template] }),

  check: ({ input }, checker) => checkInput(input, checker),

  generate({ template, input, out, check }, generator): readonly Doc[] {
    const json = generator.template(template, input);
    const unchecked = check ? [] : [code`false`];
    if (isMain(out)) {
      const helper = generator.use(json.isText ? "respondTemplate" : "respond");
      const value = json.isLongConstant
        ? generator.constant("response", call(generator.use("asContent"), [json.value]))
        : json.value;
      return [...json.before, code`${call(helper, [$, value, ...(json.isText ? unchecked : [])])};`];
    }
    if (out.kind !== "variable") {
      const content = json.isText
        ? call(generator.use("templateContent"), [$, json.value, ...unchecked])
        : call(generator.use("asContent"), [json.value]);
      return [...json.before, generator.write(out, content)];
    }
    const { name } = out.variable;
    const value = json.isText
      ? call(generator.use("templateValue"), [$, json.value, ...unchecked])
      : variableValue(json, generator.use);
    return [...json.before, code`${flowVariable(name)} = ${value};`];
  },
};

/** A variable has no null: that is the empty node-set. */
const variableValue = ({ value, isNullable }: TemplateCode, use: ActionGenerator["use"]): Doc =>
  isNullable ? call(use("orNothing"), [value]) : value;
