import { code, flowVariable } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition, Variable } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import type { Expression } from "../../syntax/xpath.js";

interface EvalNode extends Action {
  readonly element: "eval";
  readonly expression: Expression;
  readonly out: Variable | undefined;
}

/** `<eval out="$name">expression</eval>`: sets a variable. Without `out`, the result is discarded. */
export const evalAction: ActionDefinition<EvalNode> = {
  element: "eval",
  attributes: ["out"],
  editing: { text: "expression", attributes: { out: "variable" } },
  isUsualSetter: true,

  parse(element, parser) {
    const out = parser.outVariable(element);
    if (element.text.text.trim() === "") {
      parser.reporter.report(element.nameSpan, "emptyEval");
      return undefined;
    }
    const expression = parser.expression(element.text);
    return expression === undefined ? undefined : { expression, out };
  },

  facts: ({ expression, out }) => ({
    expressions: [expression],
    writes: out && { to: { kind: "variable", variable: out }, value: expression },
  }),

  generate({ expression, out }, generator): readonly Doc[] {
    if (out === undefined) return [code`${generator.expression(expression)};`];
    return [code`${flowVariable(out.name)} = ${generator.value(expression)};`];
  },
};
