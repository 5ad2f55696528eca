import { harRoutes } from "../har/routes.js";
import { mapRoutes } from "../map/routes.js";
import { openRoute } from "../open/routes.js";
import { requestRoutes } from "../requests/routes.js";
import { sessionRoutes } from "../server/routes.js";
import { tryRoutes } from "../try/routes.js";
import type { ApiRoute } from "../workbench.js";

/** All that the page asks for, but for the stream of events. A part of the page has its routes in a folder of its own. */
export const routes: readonly ApiRoute[] = [
  ...sessionRoutes,
  ...requestRoutes,
  ...harRoutes,
  ...mapRoutes,
  ...tryRoutes,
  openRoute,
];
