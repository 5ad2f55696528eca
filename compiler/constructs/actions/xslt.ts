import { $, call, code, flowVariable } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { SourceText, Span } from "../../source/source-text.js";
import type { Action } from "../../syntax/flow.js";
import { checkInput, transferFacts } from "../action-parts/in-and-out.js";
import type { ActionDefinition, Input, Output } from "../contract/action.js";

export interface XsltNode extends Action {
  readonly element: "xslt";
  readonly stylesheet: SourceText;
  readonly srcSpan: Span;
  readonly input: Input;
  readonly out: Output;
}

/** `<xslt src="…"/>`: transforms XML; the stylesheet is compiled by the build. */
export const xsltAction: ActionDefinition<XsltNode> = {
  element: "xslt",
  attributes: ["src", "in", "out", "cache"],
  behaviour: () => ({ waits: false, ends: "nothing", mainContent: "kept", readsBodies: true }),
  takesHtml: ({ input, stylesheet }) => mayBeHtml(input) || readsContent(stylesheet.text),

  parse(element, parser) {
    parser.noText(element);
    const attribute = parser.required(element, "src");
    const stylesheet = attribute === undefined ? undefined : parser.file(attribute);
    const input = parser.input(element);
    const out = parser.output(element);
    if (attribute === undefined || stylesheet === undefined || input === undefined || out === undefined)
      return undefined;
    const srcSpan = attribute.value.span(0, attribute.value.text.length);
    return { stylesheet, srcSpan, input, out };
  },

  facts: ({ input, out }) => transferFacts(input, out),

  stylesheet: ({ stylesheet, srcSpan }) => ({ source: stylesheet, span: srcSpan }),

  check: ({ input }, checker) => checkInput(input, checker),

  generate({ stylesheet, input, out }, generator): readonly Doc[] {
    const args = [$, generator.asset(stylesheet.path, "stylesheet"), generator.tree(input, "xslt")];
    if (out.kind !== "variable")
      return [generator.write(out, call(generator.use("transformedContent"), args))];
    const variable = flowVariable(out.variable.name);
    // Where there is no result, the variable stays what it is.
    const transformed = call(generator.use("transformed"), args);
    return [code`${variable} = ${transformed} ?? ${variable};`];
  },
};

/** Whether the input may be HTML that is parsed for it; a variable holds what was parsed before. */
function mayBeHtml(input: Input): boolean {
  if (input.kind === "file") return /\.html?$/i.test(input.path);
  return input.kind !== "expression" && input.kind !== "empty" && input.kind !== "none";
}

/** Whether a stylesheet, or a module of it, may ask for content by itself. */
const readsContent = (text: string): boolean =>
  /content\(|fit:\/\/request|:(?:include|import)\s/.test(text) || /document\([^'"]/.test(text);
