// swagger.yaml, compiled by flowc.

import type { Flow } from "flowc/runtime";
import { treeFlow } from "../flows/tree.js";

/** Any method /api/tree, from tree.xml */
export const tree: Flow = treeFlow;
