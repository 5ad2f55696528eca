// swagger.yaml, compiled by flowc.

import type { Flow } from "flowc/runtime";
import { orderFlow } from "../flows/order.js";

/** GET /api/orders/{id}, from order.xml */
export const getOrdersById: Flow = orderFlow;
