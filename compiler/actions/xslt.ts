import { call } from "../generate/code.js";
import { concat, type Doc, text } from "../generate/doc.js";
import { globalVariable } from "../generate/scope.js";
import { asValue } from "../generate/xpath/expression.js";
import type { SourceText, Span } from "../source.js";
import type { ActionBase } from "../syntax/flow.js";
import type { ActionDefinition, ActionGenerator, Input, Variable } from "./definition.js";
import { inputExpressions } from "./input.js";

export interface XsltNode extends ActionBase {
  readonly kind: "xslt";
  readonly stylesheet: SourceText;
  readonly srcSpan: Span;
  readonly input: Input;
  readonly out: Variable | undefined;
}

/** `<xslt src="…"/>`: transforms XML; the stylesheet is compiled by the build. */
export const xsltAction: ActionDefinition<XsltNode> = {
  kind: "xslt",
  attributes: ["src", "in", "out", "cache"],

  parse(element, parser) {
    parser.noText(element);
    const attribute = parser.required(element, "src");
    const stylesheet = attribute === undefined ? undefined : parser.file(attribute);
    const input = parser.input(element);
    const out = parser.outVariable(element);
    if (attribute === undefined || stylesheet === undefined || input === undefined) return undefined;
    const srcSpan = attribute.value.span(0, attribute.value.text.length);
    return { stylesheet, srcSpan, input, out };
  },

  facts: ({ input, out }) => ({
    expressions: inputExpressions(input),
    ...(out === undefined ? {} : { sets: { name: out.name } }),
  }),

  generate({ stylesheet, input, out }, generator): readonly Doc[] {
    const helper = generator.use(out === undefined ? "respondTransformed" : "transformed");
    const made = call(helper, [
      text("$"),
      generator.asset(stylesheet.path, "stylesheet"),
      source(input, generator),
    ]);
    if (out === undefined) return [concat([made, text(";")])];
    const variable = globalVariable(out.name);
    // Where there is no result, the variable stays what it is.
    return [concat([variable, text(" = "), made, text(" ?? "), variable, text(";")])];
  },
};

function source(input: Input, generator: ActionGenerator): Doc {
  switch (input.kind) {
    case "content":
      return call(generator.use("mainSource"), [text("$")]);
    case "expression":
      return asValue(input.expression, generator.scope).doc;
    case "none":
      return text("undefined");
    default:
      return input satisfies never;
  }
}
