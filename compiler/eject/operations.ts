import type { App } from "../load/index.js";
import type { Route, RouteOperation } from "../load/routes.js";
import { append } from "../source/lists.js";
import { oncePer } from "../source/remembered.js";

/** An operation, and the flow that answers it. */
export interface Answered {
  readonly route: Route;
  readonly operation: RouteOperation;
  /** The path of the flow file, or of the handler. */
  readonly flow: string;
  /** Its ID, or its method and path. */
  readonly name: string;
}

export const answeredOperations = oncePer(({ routes, flowPath }: App): readonly Answered[] =>
  routes.flatMap((route) =>
    route.operations.map((operation) => ({
      route,
      operation,
      flow: flowPath(operation.flow),
      name: operation.operation?.operationId ?? methodAndPath(route, operation),
    })),
  ),
);

/** The operations that a flow or a handler answers. */
export const answeredBy = (app: App, flow: string): readonly Answered[] => byFlow(app).get(flow) ?? [];

const byFlow = oncePer((app: App) => {
  const found = new Map<string, Answered[]>();
  for (const one of answeredOperations(app)) append(found, one.flow, one);
  return found;
});

/** `GET /orders/{id}`, or the path alone where the description lists no methods. */
export const methodAndPath = ({ pattern }: Route, { method }: RouteOperation): string =>
  method === "*" ? pattern : `${method} ${pattern}`;
