import { conditional, ifElse } from "../../code/code.js";
import { at } from "../../code/doc.js";
import type { BlockDefinition } from "../../language/command-definition.js";

/** `{{if x}} … {{elseif y}} … {{else}} … {{end}}` */
export const ifCommand: BlockDefinition = {
  name: "if",
  takes: ["elseif", "else"],
  page: "if",
  use: "condition",
  hasContext: false,
  repeats: false,
  outcomes: { taken: "is true", passed: "is false" },
  json({ ways, otherwise }, generator) {
    const branches = ways.map(({ span, value, scope }) => ({
      span,
      test: at(span, generator.condition(value)),
      content: at(span, generator.content(scope.content)),
    }));
    return conditional(branches, generator.content(otherwise));
  },
  text({ span, ways, otherwise }, generator) {
    const branches = ways.map(({ value, parts }) => ({
      span,
      test: generator.condition(value),
      body: generator.parts(parts),
    }));
    return ifElse("if", branches, otherwise && generator.parts(otherwise));
  },
};
