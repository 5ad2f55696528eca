import { $, call } from "../../code/code.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { checked, of, optional, text } from "../../language/function-definition.js";
import { checkMatched, isRegularExpression } from "../function-parts/arguments.js";
import { checkSeparator } from "../function-parts/pattern-slips.js";
import { checkPattern, constantPattern, patternCode } from "../function-parts/patterns.js";

/** `split(subject, pattern?)`: a constant pattern becomes a regular expression literal. */
export const splitFunction: FunctionDefinition = {
  name: "split",
  reads: "arguments",
  parses: "parts",
  parameters: [...of(text), optional(checked)],
  returns: "nodes",

  check(call, checker) {
    const [, pattern] = call.arguments;
    checkPattern(pattern, undefined, "matches", checker.reporter);
    checkSeparator(call, pattern, checker.reporter);
    checkMatched(call, checker, (subject) => subject.length < 3 || isRegularExpression(subject));
  },

  generate({ arguments: args }, generator) {
    const [subject, ...patterns] = args.map((argument) => generator.argument(argument, "string"));
    const input = subject === undefined ? [] : [subject];
    if (patterns.length === 0) return call(generator.use("split"), input);
    const constant = constantPattern(args[1], undefined);
    if (constant === undefined) return call(generator.use("splitPattern"), [$, ...input, ...patterns]);
    return call(generator.use("split"), [...input, patternCode(constant, "matches", generator.use)]);
  },
};
