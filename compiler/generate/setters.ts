import type { Program } from "../analyse/program.js";
import { array, comment, entry, lines, object, quote } from "../code/code.js";
import type { Doc } from "../code/doc.js";
import { factsOf } from "../constructs/actions/facts.js";
import { definitionOf } from "../constructs/actions/index.js";
import { treeFact } from "../syntax/flow-summary.js";
import { actionsOf } from "../syntax/statements.js";

/** The option of the app that tells, for debugging, which actions set a variable, where it is not `eval` alone. */
export function settersCode({ flows }: Program): readonly Doc[] {
  const setters = new Map<string, Map<string, boolean>>();
  for (const [name, element, isUsual] of [...flows.values()].flatMap(settersIn))
    setters.set(name, (setters.get(name) ?? new Map<string, boolean>()).set(element, isUsual));
  const entries = [...setters]
    .filter(([, elements]) => [...elements.values()].includes(false))
    .map(([name, elements]) => [name, [...elements.keys()]] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, elements]) => entry(name, array([...elements].sort().map(quote))));
  if (entries.length === 0) return [];
  const why = "For debugging: the actions that set a variable, where it is not eval alone.";
  return [lines([comment(why), entry("setBy", object(entries))])];
}

export const settersIn = treeFact("setters", ({ statements }) =>
  actionsOf(statements).flatMap((action) => {
    const { element, isUsualSetter = false } = definitionOf(action);
    return factsOf(action).sets.map(({ name }) => [name, element, isUsualSetter] as const);
  }),
);
