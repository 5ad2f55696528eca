import { climbs } from "../../analyse/expressions/climbs.js";
import { call } from "../../code/code.js";
import { type Doc, text } from "../../code/doc.js";
import { Reporter } from "../../diagnostics/reporter.js";
import { parseXPath } from "../../parse/xpath/xpath.js";
import { MappedText } from "../../source/source-text.js";
import type { Expression, FunctionCall } from "../../syntax/xpath.js";
import type { FunctionDefinition } from "../function.js";
import { of, optional } from "../function-parts/parameters.js";

/** `sort(array, key?, descending?)`: a constant key becomes a function. */
export const sortFunction: FunctionDefinition = {
  name: "sort",
  reads: "arguments",
  parameters: [...of("nodes"), optional("string"), optional("boolean")],
  returns: "nodes",
  helper: "sort",

  check({ arguments: [, key] }, { reporter }) {
    const written = keyText(key);
    if (written !== undefined) parseXPath(written, reporter);
  },

  embedded: (expression) => {
    const key = constantKey(expression);
    return key === undefined ? [] : [key];
  },

  generate(expression, generator) {
    const [array, key, descending] = expression.arguments;
    const constant = constantKey(expression);
    const isDynamic = key !== undefined && key.kind !== "literal";
    const items =
      array === undefined
        ? []
        : [
            constant !== undefined && climbs(constant)
              ? generator.nodes(array)
              : generator.argument(array, "nodes"),
          ];
    const direction = descending === undefined ? [] : [generator.argument(descending, "boolean")];
    if (isDynamic) {
      const args = [text("$"), ...items, generator.argument(key, "string"), ...direction];
      return call(generator.use("sortBy"), args);
    }
    const none: readonly Doc[] = direction.length === 0 ? [] : [text("undefined")];
    const by = constant === undefined ? none : [generator.callback(constant)];
    return call(generator.use("sort"), [...items, ...by, ...direction]);
  },
};

/** Each call is asked for its key more than once. */
const keys = new WeakMap<FunctionCall, { readonly key: Expression | undefined }>();

/** The key of a call, if it is constant; an empty one is none. */
function constantKey(expression: FunctionCall): Expression | undefined {
  const known = keys.get(expression);
  if (known !== undefined) return known.key;
  const written = keyText(expression.arguments[1]);
  // What is wrong with the key is for check() to report.
  const key = written === undefined ? undefined : parseXPath(written, new Reporter());
  keys.set(expression, { key });
  return key;
}

function keyText(argument: Expression | undefined): MappedText | undefined {
  if (argument?.kind !== "literal" || argument.value === "") return undefined;
  const { span, value } = argument;
  const { source, start, end } = span;
  // Where the literal has XML references in it, an error in the key is shown at the whole literal.
  const isVerbatim = source.text.slice(start + 1, end - 1) === value;
  const piece = isVerbatim ? { at: 0, start: start + 1, end: end - 1 } : { at: 0, start, end };
  return new MappedText(value, source, [{ ...piece, verbatim: isVerbatim }]);
}
