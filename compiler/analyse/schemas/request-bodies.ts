import type { Route } from "../../load/routes.js";
import { addTo } from "../../source/lists.js";
import type { FlowReference } from "../../syntax/flow.js";
import { eitherOf, type Schema } from "../../syntax/schema.js";

/** The flow of GET answers HEAD as well, and neither request has a body. */
const withoutBody: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * The schemas of the request bodies that flows may get, by the path of the flow. `shared` are the flows that
 * also run for other requests.
 */
export function requestBodies(
  routes: readonly Route[],
  flowPath: (reference: FlowReference) => string,
  shared: ReadonlySet<string | undefined>,
): ReadonlyMap<string, Schema> {
  const schemas = new Map<string, Set<Schema | undefined>>();
  for (const { method, flow, operation } of routes.flatMap(({ operations }) => operations)) {
    const path = flowPath(flow);
    if (withoutBody.has(method) || shared.has(path)) continue;
    addTo(schemas, path, operation?.requestBody);
  }
  const bodies = new Map<string, Schema>();
  for (const [path, ofFlow] of schemas) {
    const known = [...ofFlow].filter((schema) => schema !== undefined);
    if (known.length === ofFlow.size) bodies.set(path, eitherOf(known));
  }
  return bodies;
}
