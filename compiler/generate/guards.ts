import type { Route, RouteOperation } from "../analyse/link.js";
import type { Program } from "../analyse/program.js";
import type { Contracts } from "./contracts.js";
import type { Doc } from "./doc.js";
import type { ModuleBuilder } from "./module.js";

/** What runs before the init flow of an operation, each a `Flow`, in this order: validation, security, mocking. */
export function guardsOf(
  route: Route,
  operation: RouteOperation,
  _program: Program,
  builder: ModuleBuilder,
  contracts: Contracts,
): readonly Doc[] {
  return [
    ...contracts.validation(route, operation, builder),
    ...contracts.mocking(route, operation, builder),
  ];
}
