import { call } from "../generate/code.js";
import { concat, type Doc, text } from "../generate/doc.js";
import { globalVariable } from "../generate/scope.js";
import { asValue } from "../generate/xpath.js";
import type { SourceText } from "../source.js";
import type { ActionBase } from "../syntax/flow.js";
import type { ActionDefinition, Input, Variable } from "./definition.js";
import { inputExpressions } from "./input.js";

export interface XsltNode extends ActionBase {
  readonly kind: "xslt";
  readonly stylesheet: SourceText;
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
    return stylesheet === undefined || input === undefined ? undefined : { stylesheet, input, out };
  },

  facts: ({ input, out }) => ({
    expressions: inputExpressions(input),
    awaits: true,
    ...(out === undefined ? {} : { sets: { name: out.name, type: "any" } }),
  }),

  generate({ stylesheet, input, out }, generator): readonly Doc[] {
    const sheet = generator.asset(stylesheet.path);
    const source =
      input.kind === "expression"
        ? asValue(input.expression, generator.scope).doc
        : call(generator.use("content"), [text("$")]);
    const helper = generator.use(out === undefined ? "respondTransformed" : "transformed");
    const awaited = concat([
      text("await "),
      call(helper, [text("$"), sheet, ...(input.kind === "none" ? [] : [source])]),
      text(";"),
    ]);
    if (out === undefined) return [awaited];
    generator.setVariable(out.name, "any");
    return [concat([globalVariable(out.name), text(" = "), awaited])];
  },
};
