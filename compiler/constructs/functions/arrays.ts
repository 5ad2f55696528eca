import { call } from "../../code/code.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { of, optional } from "../../language/function-definition.js";
import { array } from "../function-parts/constants.js";

/** JSON arrays. */
export const arrayFunctions: readonly FunctionDefinition[] = [
  {
    name: "array",
    reads: "arguments",
    needsNode: true,
    arrayOf: "nodes",
    parameters: [optional("nodes")],
    returns: "nodes",
    contextDefault: true,
    // A variable's value keeps the names of the nodes.
    generate: ({ arguments: args }, generator) =>
      call(
        generator.use("array"),
        args.map((nodes) => generator.argument(nodes, "any")),
      ),
  },
  {
    name: "array-reverse",
    reads: "arguments",
    arrayOf: "items",
    parameters: of(array),
    returns: "nodes",
    helper: "arrayReverse",
  },
];
