import type { Reporter } from "../../diagnostics/reporter.js";
import type { App } from "../../load/index.js";
import { append } from "../../source/lists.js";
import { callsOf } from "./calls.js";

/**
 * The flows of which it is not known what is set in them: those with errors, since a statement with an error is left out,
 * and those that exchange data with them. `undefined` if that may be any flow.
 */
export function unclearFlows(app: App, reporter: Reporter): ReadonlySet<string> | undefined {
  const { flows, initFlow, errorFlow, operationFlows, calledFlows, postCheckFlows, registeredFlows } = app;
  const isFlow = (path: string) => flows.has(path) || operationFlows.has(path) || calledFlows.has(path);
  // The description may name a flow that is not there: as one that cannot be read, that concerns its callers.
  const sources = reporter.errorSources("missingFile");
  if (!sources.every((source) => source !== undefined && isFlow(source.path))) return undefined;
  const isBroken = (path: string) => {
    const flow = flows.get(path);
    return flow === undefined || reporter.hasErrorsIn(flow.source);
  };
  const broken = new Set([...flows.keys()].filter(isBroken));
  const before = [...postCheckFlows, ...(initFlow === undefined ? [] : [initFlow])];
  const reached = connected(app, broken);
  if (before.some((path) => isBroken(path) || reached.has(path))) return undefined;
  // They see what any flow has set.
  const later = [...registeredFlows, ...(errorFlow === undefined ? [] : [errorFlow])];
  return reached.size === 0 ? reached : connected(app, new Set([...reached, ...later]));
}

/** Some flows, those that call them, and those that any of these call; missing flows count as some of them. */
function connected({ flows }: App, some: ReadonlySet<string>): ReadonlySet<string> {
  const calls = [...flows].flatMap(([path, flow]) => callsOf(flow).map((called) => [path, called] as const));
  const neighbours = new Map<string, string[]>();
  for (const [path, called] of calls) {
    append(neighbours, path, called);
    append(neighbours, called, path);
  }
  const all = new Set([...some, ...calls.map(([, called]) => called).filter((path) => !flows.has(path))]);
  for (const path of all) for (const neighbour of neighbours.get(path) ?? []) all.add(neighbour);
  return all;
}
