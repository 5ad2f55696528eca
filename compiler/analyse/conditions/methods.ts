import { pushAll } from "../../../runtime/base/push-all.js";
import type { App } from "../../load/index.js";
import { callsOf } from "../flows/calls.js";

/** The methods of the requests that a flow can run for; `undefined` if it may be any. */
export type Methods = ReadonlySet<string> | undefined;

/** The methods of the routes that reach each flow, also by way of other flows. Flows that run for any are left out. */
export function methodsOfFlows(
  app: Pick<
    App,
    | "routes"
    | "flows"
    | "flowPath"
    | "initFlow"
    | "errorFlow"
    | "outsideFlow"
    | "configFlow"
    | "postCheckFlows"
  >,
): ReadonlyMap<string, ReadonlySet<string>> {
  const { initFlow, errorFlow, outsideFlow, configFlow, postCheckFlows } = app;
  const methods = new Map<string, Set<string>>();
  const reach = (root: string, method: string) => {
    const pending = [root];
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      const known = methods.get(path) ?? new Set();
      if (known.has(method)) continue;
      methods.set(path, known.add(method));
      const flow = app.flows.get(path);
      if (flow !== undefined) pushAll(pending, callsOf(flow));
    }
  };
  for (const { operations } of app.routes)
    for (const { method, flow } of operations) {
      reach(app.flowPath(flow), method);
      // The flow of GET answers HEAD as well.
      if (method === "GET") reach(app.flowPath(flow), "HEAD");
    }
  for (const path of [initFlow, errorFlow, outsideFlow, configFlow, ...postCheckFlows])
    if (path !== undefined) reach(path, anyMethod);
  return new Map([...methods].filter(([, known]) => !known.has(anyMethod)));
}

/** As routes have it that list no methods. */
const anyMethod = "*";
