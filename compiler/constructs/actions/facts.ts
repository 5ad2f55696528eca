import type { ActionFacts, UpstreamRequest, Writing } from "../../language/action-definition.js";
import type { Span } from "../../source/source-text.js";
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

const none: readonly never[] = [];

const known = new WeakMap<Action, KnownAction>();

/**
 * The facts that the definition of an action gives about a node, with the variable that it writes among those
 * that it sets.
 */
export function factsOf(action: Action): KnownAction {
  const before = known.get(action);
  if (before !== undefined) return before;
  const { facts, calls } = definitionOf(action);
  const declared: ActionFacts = facts?.(action) ?? {};
  const { writes, sets = none } = declared;
  const to = writes?.to;
  const own =
    to?.kind === "variable" ? [{ name: to.variable.name, value: writes?.value, file: writes?.file }] : none;
  const all: KnownAction = {
    expressions: declared.expressions ?? none,
    templates: declared.templates ?? none,
    conditions: declared.conditions ?? none,
    asserts: declared.asserts ?? none,
    reads: declared.reads ?? nothing,
    writes,
    sets: [...sets, ...own],
    sent: declared.sent ?? none,
    waits: declared.waits ?? false,
    ends: declared.ends ?? "nothing",
    mainContent: declared.mainContent ?? "kept",
    readsBodies: declared.readsBodies ?? false,
    writesContent: (to?.kind === "content" && to.id) || undefined,
    writesMainContent: to?.kind === "content" && !to.id,
    calls: calls?.(action),
  };
  known.set(action, all);
  return all;
}

/** Where a request is written: a handler may send several, also from modules that it imports. */
export const placeOfRequest = (action: Action, { config }: UpstreamRequest): Span =>
  action.element === "handler" ? (config?.span ?? action.span) : action.span;

/** The upstream requests that an action sends, by what is known of its templates. */
export function requestsOf(
  action: Action,
  templates?: ReadonlyMap<Template, TemplateFacts>,
): readonly UpstreamRequest[] {
  const facts = (template: Template) => templates?.get(template) ?? ({ kind: "empty" } as const);
  return definitionOf(action).requests?.(action, facts) ?? [];
}
