import { replacement } from "../../../runtime/language/functions/matching-functions.js";
import type { Use } from "../../../runtime/pattern/translate-pattern.js";
import { $, call, number, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { CallGenerator, FunctionDefinition } from "../../language/function-definition.js";
import { checked, of, optional, text } from "../../language/function-definition.js";
import type { Expression } from "../../syntax/xpath.js";
import { checkMatched } from "../function-parts/arguments.js";
import { checkGroups, checkReplacedConstant, checkReplacedSign } from "../function-parts/pattern-slips.js";
import { checkPattern, constantPattern, patternCode } from "../function-parts/patterns.js";

/** `replace(input, pattern, replacement, modifiers?)`: a constant pattern becomes a regular expression literal. */
export const replaceFunction: FunctionDefinition = {
  name: "replace",
  reads: "arguments",
  parameters: [...of(text, checked, checked), optional(checked)],
  returns: "string",

  check(call, checker) {
    const [input, pattern, replaced, modifiers] = call.arguments;
    const { reporter } = checker;
    checkPattern(pattern, modifiers, useOf(replaced), reporter);
    checkReplacedSign(call, pattern, replaced, reporter);
    checkGroups(pattern, modifiers, replaced, reporter);
    checkMatched(call, checker, () => true);
    checkReplacedConstant(call, input, pattern, modifiers, reporter);
  },

  generate({ arguments: args }, generator) {
    const [input, pattern, replaced, modifiers] = args;
    const constant = constantPattern(pattern, modifiers);
    if (constant === undefined || input === undefined || replaced === undefined) {
      const strings = args.map((argument) => generator.argument(argument, "string"));
      return call(generator.use("replacePattern"), [$, ...strings]);
    }
    return call(generator.use("replace"), [
      generator.argument(input, "string"),
      patternCode(constant, useOf(replaced), generator.use),
      replacementCode(replaced, constant.groups, generator),
    ]);
  },
};

/** The facts about a match that the replacement needs. */
const useOf = (replaced: Expression | undefined): Use =>
  replaced?.kind === "literal" && !replaced.value.includes("$") ? "matches" : "groups";

/** A constant is written as JavaScript's `replace` wants it. */
function replacementCode(replaced: Expression, groups: readonly number[], generator: CallGenerator): Doc {
  if (replaced.kind === "literal") return quote(replacement(replaced.value, ...groups));
  const numbers = groups.map(number);
  return call(generator.use("replacement"), [generator.argument(replaced, "string"), ...numbers]);
}
