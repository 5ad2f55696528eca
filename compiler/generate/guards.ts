import type { Route, RouteOperation } from "../analyse/link.js";
import type { Program } from "../analyse/program.js";
import type { Doc } from "./doc.js";
import type { ModuleBuilder } from "./module.js";

/** What runs before the init flow of an operation, each a `Flow`, in this order: validation, security, mocking. */
export function guardsOf(
  _route: Route,
  _operation: RouteOperation,
  _program: Program,
  _builder: ModuleBuilder,
): readonly Doc[] {
  return [];
}
