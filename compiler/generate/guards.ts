import type { Doc } from "../code/doc.js";
import type { Route, RouteOperation } from "../load/routes.js";
import type { Contracts } from "./contracts/index.js";
import type { ModuleBuilder } from "./module/module.js";
import type { FlowNames } from "./module/names.js";
import { securityGuard } from "./security.js";

/**
 * The guards that run before the init flow of an operation, each a `Flow`, in this order: validation,
 * security, mocking.
 */
export function guardsOf(
  route: Route,
  operation: RouteOperation,
  names: FlowNames,
  contracts: Contracts,
  builder: ModuleBuilder,
): readonly Doc[] {
  return [
    ...contracts.validation(route, operation, builder),
    ...securityGuard(operation, names, builder),
    ...contracts.mocking(route, operation, builder),
  ];
}
