import type { ActionFacts, UpstreamRequest, Writing } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import { nothing } from "../../syntax/location.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import { definitionOf } from "./index.js";

type AllFacts = Required<Omit<ActionFacts, "writes">> & { readonly writes: Writing | undefined };

/** All that passes ask of an action, whatever its name. */
interface KnownAction extends AllFacts {
  /** The ID of content that it writes, as an upstream request with that ID would. */
  readonly writesContent: string | undefined;
  readonly writesMainContent: boolean;
  /** The path of the flow file that it calls. */
  readonly calls: string | undefined;
}

const noFacts: AllFacts = {
  expressions: [],
  templates: [],
  reads: nothing,
  writes: undefined,
  sets: [],
  waits: false,
  ends: "nothing",
  mainContent: "kept",
  readsBodies: false,
};

const known = new WeakMap<Action, KnownAction>();

/**
 * The facts that the definition of an action gives about a node, with the variable that it writes among those
 * that it sets.
 */
export function factsOf(action: Action): KnownAction {
  const before = known.get(action);
  if (before !== undefined) return before;
  const { facts, calls } = definitionOf(action);
  const declared = { ...noFacts, ...facts?.(action) };
  const { writes, sets } = declared;
  const to = writes?.to;
  const own = to?.kind === "variable" ? [{ name: to.variable.name, ...writtenValue(writes) }] : [];
  const all: KnownAction = {
    ...declared,
    sets: [...sets, ...own],
    writesContent: (to?.kind === "content" && to.id) || undefined,
    writesMainContent: to?.kind === "content" && !to.id,
    calls: calls?.(action),
  };
  known.set(action, all);
  return all;
}

const writtenValue = (writes: ActionFacts["writes"]) =>
  writes?.value === undefined ? {} : { value: writes.value };

/** The upstream requests that an action sends, by what is known of its templates. */
export function requestsOf(
  action: Action,
  templates?: ReadonlyMap<Template, TemplateFacts>,
): readonly UpstreamRequest[] {
  const facts = (template: Template) => templates?.get(template) ?? ({ kind: "empty" } as const);
  return definitionOf(action).requests?.(action, facts) ?? [];
}
