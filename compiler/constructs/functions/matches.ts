import { $, call } from "../../code/code.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { of, optional } from "../../language/function-definition.js";
import type { Expression } from "../../syntax/xpath.js";
import { checkPattern, constantPattern, patternCode } from "../function-parts/patterns.js";

/** `matches(input, pattern, modifiers?)`: a constant pattern becomes a regular expression literal. */
export const matchesFunction: FunctionDefinition = {
  name: "matches",
  reads: "arguments",
  examines: true,
  parameters: [...of("string", "string"), optional("string")],
  returns: "boolean",

  check({ arguments: [input, pattern, modifiers] }, { reporter }) {
    checkPattern(pattern, modifiers, "test", reporter, input);
  },

  generate({ arguments: args }, generator) {
    const strings = args.map((argument: Expression) => generator.argument(argument, "string"));
    const constant = constantPattern(args[1], args[2]);
    if (constant === undefined) return call(generator.use("matchesPattern"), [$, ...strings]);
    return call(generator.use("matches"), [
      ...strings.slice(0, 1),
      patternCode(constant, "test", generator.use),
    ]);
  },
};
