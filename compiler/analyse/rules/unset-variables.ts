import { nearest } from "../../../runtime/base/nearest.js";
import { lineText, type Span } from "../../source/source-text.js";
import type { Way } from "../data-flow/definitions.js";
import { requestSlot } from "../data-flow/slots.js";
import type { Rule } from "./rule.js";

/**
 * Finds variables that are read before anything can have set them. A test whether a variable exists is fine
 * if some other flow sets it.
 */
export const unsetVariables: Rule = ({ dataFlow: { unset, partlySet, sets }, variables, reporter }) => ({
  end() {
    for (const [expression, { isTest }] of unset) {
      if (expression.kind !== "variable") continue;
      const { name, span } = expression;
      const isSetElsewhere = variables.has(name);
      if (isTest && isSetElsewhere) continue;
      const isRequest = sets.has(requestSlot(name));
      reporter.report(span, "unsetVariable", {
        ...{ name, isSetElsewhere, isRequest },
        nearest: nearest(name, variables),
        minuend: minuendIn(name, variables),
      });
    }
    for (const [{ name, span }, way] of partlySet)
      reporter.report(span, "partlySetVariable", { name, way: wayText(way, span) });
  },
});

/** The variable of which the rest of a name is subtracted, as in `total-1`. */
function minuendIn(name: string, variables: ReadonlySet<string>): string | undefined {
  const [, minuend = "", rest = ""] = /^(.+?)-(\w+)$/.exec(name) ?? [];
  return variables.has(minuend) && (/^\d+$/.test(rest) || variables.has(rest)) ? minuend : undefined;
}

/** Where nothing sets a variable that is read at `from`: `where the condition in line 3 is false`. */
function wayText({ kind, span }: Way, from: Span): string {
  const line = lineText(span, from.source);
  switch (kind) {
    case "not":
      return `where the condition in ${line} is false`;
    case "none":
      return `where no condition of the if in ${line} is true`;
    case "branch":
      return `in the branch of ${line}`;
    case "token":
      return `where a request has no token, which ${line} allows`;
    default:
      return kind satisfies never;
  }
}
