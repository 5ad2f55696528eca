import { pushAll } from "../../../runtime/base/push-all.js";
import { factsOf } from "../../constructs/actions/facts.js";
import { type AppFlow, treeFact } from "../../syntax/flow-summary.js";
import { actionsOf, allStatements } from "../../syntax/statements.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import { type Expression, pathFromVariable } from "../../syntax/xpath.js";
import { locationRead, waits } from "../expressions/calls.js";
import { callsOf } from "./calls.js";
import { flowExpressions } from "./expressions.js";

export interface FlowFacts {
  /** It waits for something, itself or in a flow that it calls. Its function is `async` then. */
  readonly isAsync: boolean;
  /** It can end the whole request, with a response or an error, itself or in a flow that it calls. */
  readonly mayEnd: boolean;
  /** Its own expressions read the client's request body. */
  readonly readsBody: boolean;
  /** It can call itself, directly or through other flows. */
  readonly isRecursive: boolean;
}

/** @param paths the flows to look at, which may call any of `flows` */
export function flowFacts(
  flows: ReadonlyMap<string, AppFlow>,
  paths: Iterable<string> = flows.keys(),
): ReadonlyMap<string, FlowFacts> {
  const facts = new Map<string, FlowFacts>();
  for (const path of paths) {
    const reached = reachedFrom(path, flows);
    const own = flows.get(path);
    const all = [own, ...[...reached].map((each) => flows.get(each))].flatMap((flow) =>
      flow ? ownFacts(flow) : [],
    );
    facts.set(path, {
      isAsync: all.some((each) => each.awaits),
      mayEnd: all.some((each) => each.ends),
      readsBody: own !== undefined && ownFacts(own).readsBody,
      isRecursive: reached.has(path),
    });
  }
  return facts;
}

export const ownFacts = treeFact("own", (flow) => {
  const actionFacts = actionsOf(flow.statements).map(factsOf);
  const expressions = flowExpressions(flow);
  const readsBody =
    expressions.some(readsClientBody) || actionFacts.some(({ reads }) => reads.kind === "body");
  const hasBreak = allStatements(flow.statements).some(({ kind }) => kind === "break");
  return {
    readsBody,
    awaits: readsBody || actionFacts.some((facts) => facts.waits) || expressions.some(waits),
    ends: hasBreak || actionFacts.some(({ ends }) => ends !== "nothing"),
  };
});

function reachedFrom(path: string, flows: ReadonlyMap<string, AppFlow>): ReadonlySet<string> {
  const callsIn = (caller: string) => {
    const flow = flows.get(caller);
    return flow === undefined ? [] : callsOf(flow);
  };
  const reached = new Set<string>();
  const pending = [...callsIn(path)];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    pushAll(pending, callsIn(next));
  }
  return reached;
}

/** Tells whether an expression reads `$body`, `$request/post`, all of `$request`, or the body in another way. */
export function readsClientBody(expression: Expression): boolean {
  let reads = false;
  let plainRequests = 0;
  let requests = 0;
  walkExpression(expression, (inner) => {
    if (inner.kind === "variable" && inner.name === "body") reads = true;
    if (inner.kind === "variable" && inner.name === "request") requests++;
    if (isPlainRequestPath(inner)) plainRequests++;
    if (inner.kind === "call" && locationRead(inner)?.kind === "body") reads = true;
  });
  return reads || requests > plainRequests;
}

/** `$request/name`, with any name but `post`. */
function isPlainRequestPath(expression: Expression): boolean {
  const path = pathFromVariable(expression);
  const [name] = path?.variable.name === "request" ? path.names : [];
  return name !== undefined && name !== "post";
}
