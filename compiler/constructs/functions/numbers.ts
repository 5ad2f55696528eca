import type { FunctionDefinition } from "../../language/function-definition.js";
import { of, optional } from "../../language/function-definition.js";
import { items, numeric } from "../function-parts/constants.js";

/** What to write for a point in place of a comma, by the function that replaces it. */
const separators: ReadonlyMap<string, string> = new Map([
  ["translate", '",", "."'],
  ["replace", '",", "."'],
]);

/** XPath 1.0 §4.4. */
export const numberFunctions: readonly FunctionDefinition[] = [
  {
    name: "number",
    reads: "arguments",
    operation: "conversion",
    parameters: [optional("any")],
    returns: "number",
    contextDefault: true,
    check: ({ arguments: [text] }, { reporter }) => {
      const [, from, to] = text?.kind === "call" ? text.arguments : [];
      const meant = text?.kind === "call" ? separators.get(text.name) : undefined;
      if (text?.kind !== "call" || meant === undefined || from?.kind !== "literal") return;
      if (to?.kind === "literal" && to.value.includes(",") && from.value.includes("."))
        reporter.report(to.span, "commaOfNumber", { name: text.name, meant });
    },
  },
  {
    name: "sum",
    reads: "arguments",
    parameters: of(items),
    returns: "number",
    helper: "sum",
    takesItems: "each",
  },
  ...(["floor", "ceiling", "round"] as const).map(
    (name): FunctionDefinition => ({
      name,
      reads: "arguments",
      parameters: of(numeric),
      returns: "number",
      yieldsFrom: Number.NEGATIVE_INFINITY,
      helper: name,
    }),
  ),
];
