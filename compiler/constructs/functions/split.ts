import { $, call } from "../../code/code.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { of, optional } from "../../language/function-definition.js";
import { checkPattern, constantPattern, patternCode } from "../function-parts/patterns.js";

/** `split(subject, pattern?)`: a constant pattern becomes a regular expression literal. */
export const splitFunction: FunctionDefinition = {
  name: "split",
  reads: "arguments",
  parses: "parts",
  parameters: [...of("string"), optional("string")],
  returns: "nodes",

  check({ arguments: [, pattern] }, { reporter }) {
    checkPattern(pattern, undefined, "matches", reporter);
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
