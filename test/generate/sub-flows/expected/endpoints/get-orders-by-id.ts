// swagger.yaml, compiled by flowc.

import { orderFlow } from "../flows/order.js";
import type { Flow } from "../variables.js";

/** GET /api/orders/{id}, from order.xml */
export const getOrdersById: Flow = orderFlow;
