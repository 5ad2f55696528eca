import type { TokenVariables } from "../../load/routes.js";
import { type AppFlow, treeFact } from "../../syntax/flow-summary.js";
import { callsOf } from "../flows/calls.js";
import { flowExpressionsByUse } from "../flows/expressions.js";
import { type Known, unsetValue } from "../types/known.js";
import type { Entry, MissingWay } from "./definitions.js";
import { type Slot, variableSlot } from "./slots.js";
import { asksVariables, topicsOf } from "./topics.js";

/** The same state for one flow, whose requests bring these tokens alone. */
export function withOwnTokens(entry: Entry, own: TokenVariables): Entry {
  const others = new Set([...own.missing.keys()].map(variableSlot));
  // A flow that runs before may set a variable of that name itself, which it says another value of.
  return (slot) => {
    const known = entry(slot);
    return others.has(slot) && known !== undefined && isUnset(known) ? undefined : known;
  };
}

const isUnset = ({ type, json, value }: Known): boolean =>
  type === unsetValue.type && json === undefined && value === undefined;

/** The variables of tokens that only some requests to a flow bring, with those that do not. */
export function optionalTokens({ brought, missing }: TokenVariables): ReadonlyMap<Slot, MissingWay> {
  const some = [...missing].filter(([name]) => brought.has(name));
  return new Map(
    some.map(([name, span]) => [variableSlot(name), { kind: "token", span, topics: askedOfTokens }]),
  );
}

/** Conditions that ask whether a request has a token, other than by its variable. */
const askedOfTokens: ReadonlySet<string> = new Set([
  "$request/headers/authorization",
  "$request/headers/Authorization",
]);

/** Tells whether a flow may tell requests with a token from those without. */
export const mayAskForTokens = treeFact("asksForTokens", (flow) => {
  const { conditions } = flowExpressionsByUse(flow);
  return asksVariables(conditions) || [...topicsOf(conditions)].some((topic) => askedOfTokens.has(topic));
});

interface Calls {
  readonly flows: ReadonlyMap<string, AppFlow>;
  readonly tokensByFlow: ReadonlyMap<string, TokenVariables>;
  readonly initFlow: string | undefined;
}

/**
 * The tokens that requests bring to a flow, also to one that others call. Left out are flows that begin in other ways,
 * and what a flow that runs before may have asked.
 * @param callersFirst the paths of all flows
 */
export function tokensOfFlows(
  { flows, tokensByFlow, initFlow }: Calls,
  callersFirst: readonly string[],
  beginsOtherwise: (path: string) => boolean,
): ReadonlyMap<string, TokenVariables> {
  const unlessAsked = (path: string | undefined, own: TokenVariables): TokenVariables => {
    const flow = path !== undefined && own.missing.size > 0 ? flows.get(path) : undefined;
    return flow !== undefined && mayAskForTokens(flow) ? { ...own, missing: new Map() } : own;
  };
  const found = new Map<string, TokenVariables>();
  const unknown = new Set<string>();
  for (const path of callersFirst) {
    const own = beginsOtherwise(path) ? undefined : joined(found.get(path), tokensByFlow.get(path));
    if (own === undefined || unknown.has(path)) found.delete(path);
    else found.set(path, unlessAsked(initFlow, own));
    const passed = own && unlessAsked(path, own);
    for (const called of callsOf(flows.get(path) as AppFlow)) {
      const known = joined(found.get(called), passed);
      if (passed === undefined) unknown.add(called);
      else if (known !== undefined) found.set(called, known);
    }
  }
  return found;
}

function joined(a: TokenVariables | undefined, b: TokenVariables | undefined): TokenVariables | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    brought: new Set([...a.brought, ...b.brought]),
    missing: new Map([...a.missing, ...b.missing]),
  };
}
