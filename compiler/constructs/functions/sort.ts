import { $, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { checked, of, optional } from "../../language/function-definition.js";
import { array } from "../function-parts/constants.js";

/** `sort(array, key?, descending?)`: a constant key becomes a function. */
export const sortFunction: FunctionDefinition = {
  name: "sort",
  reads: "arguments",
  arrayOf: "items",
  parameters: [...of(array), optional(checked), optional("boolean")],
  returns: "nodes",

  embeds: 1,

  check({ arguments: [, key], embedded }, { reporter, typeOf }) {
    if (key === undefined) return;
    const isDirection = key.kind === "literal" && /^(asc|ascending|descending)$/i.test(key.value);
    const isSame =
      embedded?.kind === "literal" ||
      embedded?.kind === "number" ||
      (embedded?.kind === "path" && embedded.start === "root");
    if (isDirection || isSame || typeOf(key) === "boolean")
      reporter.report(key.span, "constantKey", { isDirection: isDirection || !isSame });
  },

  generate(expression, generator) {
    const [array, key, descending] = expression.arguments;
    const constant = expression.embedded;
    const isDynamic = key !== undefined && key.kind !== "literal";
    const items =
      array === undefined
        ? []
        : [constant === undefined ? generator.argument(array, "nodes") : generator.nodesFor(array, constant)];
    const direction = descending === undefined ? [] : [generator.argument(descending, "boolean")];
    if (isDynamic) {
      const args = [$, ...items, generator.argument(key, "string"), ...direction];
      return call(generator.use("sortBy"), args);
    }
    const none: readonly Doc[] = direction.length === 0 ? [] : [code`undefined`];
    const by = constant === undefined ? none : [generator.callback(constant)];
    return call(generator.use("sort"), [...items, ...by, ...direction]);
  },
};
