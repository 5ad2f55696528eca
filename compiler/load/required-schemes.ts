import type { JwtScheme } from "../syntax/security.js";
import type { Route } from "./routes.js";

/** The security schemes that any operation requires, in the order of the routes. */
export function requiredSchemes(routes: readonly Route[]): readonly JwtScheme[] {
  const alternatives = routes.flatMap(({ operations }) => operations.flatMap(({ security }) => security));
  return [...new Set(alternatives.flatMap((requirements) => requirements.map(({ scheme }) => scheme)))];
}
