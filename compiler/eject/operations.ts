import type { App } from "../load/index.js";
import type { Route, RouteOperation } from "../load/routes.js";

/** An operation, and the flow that answers it. */
export interface Answered {
  readonly route: Route;
  readonly operation: RouteOperation;
  /** The path of the flow file, or of the handler. */
  readonly flow: string;
  /** Its ID, or its method and path. */
  readonly name: string;
}

export const answeredOperations = ({ routes, flowPath }: App): readonly Answered[] =>
  routes.flatMap((route) =>
    route.operations.map((operation) => ({
      route,
      operation,
      flow: flowPath(operation.flow),
      name: operation.operation?.operationId ?? methodAndPath(route, operation),
    })),
  );

/** `GET /orders/{id}`, or the path alone where the description lists no methods. */
export const methodAndPath = ({ pattern }: Route, { method }: RouteOperation): string =>
  method === "*" ? pattern : `${method} ${pattern}`;
