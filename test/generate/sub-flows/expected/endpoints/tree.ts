// swagger.yaml, compiled by flowc.

import { treeFlow } from "../flows/tree.js";
import type { Flow } from "../variables.js";

/** Any method /api/tree, from tree.xml */
export const tree: Flow = treeFlow;
