import { factsOf } from "../../constructs/index.js";
import type { App } from "../../load/index.js";
import { actionsOf, type Flow, treesOf } from "../../syntax/index.js";

type Graph = Pick<
  App,
  "flows" | "initFlow" | "errorFlow" | "outsideFlow" | "configFlow" | "operationFlows" | "postCheckFlows"
>;

/**
 * The flows that share variables of a name with one flow: those that mention it and may run for the same request, and
 * those that share it with them.
 * @param mentions returns true if a flow mentions the name
 */
export function flowsSharing(
  path: string,
  graph: Graph,
  mentions: (flow: Flow) => boolean,
): ReadonlySet<string> {
  const runs = runsOf(graph).map((run) => run.filter((one) => isMentioned(one, graph, mentions)));
  const sharing = new Set([path]);
  const pending = new Set(runs);
  for (let grows = true; grows; ) {
    grows = false;
    for (const run of pending) {
      if (!run.some((one) => sharing.has(one))) continue;
      for (const one of run) sharing.add(one);
      pending.delete(run);
      grows = true;
    }
  }
  return sharing;
}

function isMentioned(path: string, { flows }: Graph, mentions: (flow: Flow) => boolean): boolean {
  const flow = treesOf(flows).get(path);
  return flow !== undefined && mentions(flow);
}

/** The flows that may run for one request, for each flow that answers requests. */
function runsOf(graph: Graph): readonly (readonly string[])[] {
  const { initFlow, errorFlow, outsideFlow, configFlow, operationFlows, postCheckFlows } = graph;
  const reached = (paths: readonly (string | undefined)[]) => reachedFrom(paths, treesOf(graph.flows));
  const around = reached([configFlow, ...postCheckFlows, initFlow, errorFlow]);
  const starts = [outsideFlow, ...operationFlows].filter((path) => path !== undefined);
  return [[...around], ...starts.map((path) => [...new Set([...around, ...reached([path])])])];
}

function reachedFrom(
  paths: readonly (string | undefined)[],
  flows: ReadonlyMap<string, Flow>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending = paths.filter((path) => path !== undefined);
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const action of actionsOf(flows.get(path)?.statements ?? [])) {
      const { calls } = factsOf(action);
      if (calls !== undefined) pending.push(calls);
    }
  }
  return reached;
}
