import { $, call } from "../../code/code.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { checked, of, optional, text } from "../../language/function-definition.js";
import type { Expression } from "../../syntax/xpath.js";
import { checkMatched, isRegularExpression } from "../function-parts/arguments.js";
import { checkTest } from "../function-parts/pattern-slips.js";
import { checkPattern, constantPattern, isFromClient, patternCode } from "../function-parts/patterns.js";

/** `matches(input, pattern, modifiers?)`: a constant pattern becomes a regular expression literal. */
export const matchesFunction: FunctionDefinition = {
  name: "matches",
  reads: "arguments",
  examines: true,
  begins: "pattern",
  parameters: [...of(text, checked), optional(checked)],
  returns: "boolean",

  check(call, checker) {
    const [input, pattern, modifiers] = call.arguments;
    const { reporter } = checker;
    checkPattern(pattern, modifiers, "test", reporter, input);
    checkTest(call, pattern, modifiers, reporter);
    if (pattern !== undefined && !isFromClient(pattern)) checkMatched(call, checker, isRegularExpression);
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
