import type { ActionBehaviour, ActionFacts, VariableSetting } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import { definitionOf } from "./index.js";

/** All that passes ask of an action, whatever its name. */
interface KnownAction extends ActionFacts, ActionBehaviour {
  /** The variables that it sets. */
  readonly sets: readonly VariableSetting[];
  /** The ID of content that it writes, as an upstream request with that ID would. */
  readonly writesContent: string | undefined;
  readonly writesMainContent: boolean;
  /** The path of the flow file that it calls. */
  readonly calls: string | undefined;
}

const known = new WeakMap<Action, KnownAction>();

/** What the definition of an action says of a node. */
export function factsOf(action: Action): KnownAction {
  const before = known.get(action);
  if (before !== undefined) return before;
  const definition = definitionOf(action);
  const facts = definition.facts(action);
  const all: KnownAction = {
    ...facts,
    ...definition.behaviour(action),
    ...written(facts),
    calls: definition.calls?.(action),
  };
  known.set(action, all);
  return all;
}

function written({
  writes,
  sets = [],
}: ActionFacts): Pick<KnownAction, "sets" | "writesContent" | "writesMainContent"> {
  const nowhere = { sets, writesContent: undefined, writesMainContent: false };
  if (writes === undefined) return nowhere;
  const { to, value } = writes;
  if (to.kind === "variable")
    return {
      ...nowhere,
      sets: [...sets, { name: to.variable.name, ...(value === undefined ? {} : { value }) }],
    };
  if (to.kind !== "content") return nowhere;
  return to.id ? { ...nowhere, writesContent: to.id } : { ...nowhere, writesMainContent: true };
}
