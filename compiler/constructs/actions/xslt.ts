import { $, awaited, call, code, flowVariable } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Helper } from "../../code/helpers.js";
import { Reporter } from "../../diagnostics/reporter.js";
import type { ActionDefinition, Input, Output } from "../../language/action-definition.js";
import { parseSheetDocument } from "../../parse/stylesheet/document.js";
import { isLater } from "../../parse/stylesheet/modules.js";
import type { SourceText, Span } from "../../source/source-text.js";
import type { Action } from "../../syntax/flow.js";
import { checkInput, transferFacts } from "../action-parts/in-and-out.js";

interface XsltNode extends Action {
  readonly element: "xslt";
  readonly stylesheet: SourceText;
  readonly srcSpan: Span;
  readonly input: Input;
  readonly out: Output;
  /** SaxonJS runs it, and the flow waits for that. */
  readonly isLater: boolean;
}

/** `<xslt src="…"/>`: transforms XML; the stylesheet is compiled by the build. */
export const xsltAction: ActionDefinition<XsltNode> = {
  element: "xslt",
  attributes: ["src", "in", "out", "cache"],
  editing: { attributes: { src: "file", in: "location", out: "location" }, required: ["src"] },
  takesDocument: true,

  parse(element, parser) {
    parser.noText(element);
    const attribute = parser.required(element, "src");
    const stylesheet = attribute === undefined ? undefined : parser.file(attribute);
    const input = parser.input(element);
    const out = parser.output(element);
    if (attribute === undefined || stylesheet === undefined || input === undefined || out === undefined)
      return undefined;
    const srcSpan = attribute.value.span(0, attribute.value.text.length);
    const root = parseSheetDocument(stylesheet, new Reporter());
    return { stylesheet, srcSpan, input, out, isLater: root !== undefined && isLater(root) };
  },

  facts: ({ input, out, isLater }) => ({ ...transferFacts(input, out), waits: isLater, readsBodies: true }),

  stylesheet: ({ stylesheet, srcSpan }) => ({ source: stylesheet, span: srcSpan }),

  check: ({ input }, checker) => checkInput(input, checker),

  generate({ stylesheet, input, out, isLater }, generator): readonly Doc[] {
    const args = [$, generator.asset(stylesheet.path, "stylesheet"), generator.tree(input, "xslt")];
    const [content, value] = isLater
      ? (["contentBySaxon", "transformedBySaxon"] as const)
      : (["transformedContent", "transformed"] as const);
    const result = (helper: Helper) =>
      isLater ? awaited(call(generator.use(helper), args)) : call(generator.use(helper), args);
    if (out.kind !== "variable") return [generator.write(out, result(content))];
    const variable = flowVariable(out.variable.name);
    // Where there is no result, the variable stays what it is.
    const transformed = result(value);
    return [code`${variable} = ${transformed} ?? ${variable};`];
  },
};
