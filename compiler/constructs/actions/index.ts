import type { AnyActionDefinition } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import * as definitions from "./all.js";

const byElement: ReadonlyMap<string, AnyActionDefinition> = new Map(
  Object.values<AnyActionDefinition>(definitions).map((definition) => [definition.element, definition]),
);

/** The actions that can stand in a flow, by the names of their elements. */
export const actions: ReadonlyMap<string, AnyActionDefinition> = new Map(
  [...byElement].filter(([, { standsIn }]) => standsIn === undefined),
);

/** The actions that can stand in `conf/config.xml`. */
export const configActions: ReadonlyMap<string, AnyActionDefinition> = new Map(
  [...byElement].filter(([, { standsIn }]) => standsIn === "config"),
);

export function definitionOf(action: Action): AnyActionDefinition {
  const definition = byElement.get(action.element);
  if (definition === undefined) throw new Error(`There is no action ${action.element}.`);
  return definition;
}

/** The actions that can stand in tests of flows: everything that flows have, and actions of their own. */
export const testActions: ReadonlyMap<string, AnyActionDefinition> = new Map(
  [...byElement].filter(([, { standsIn }]) => standsIn === undefined || standsIn === "tests"),
);
