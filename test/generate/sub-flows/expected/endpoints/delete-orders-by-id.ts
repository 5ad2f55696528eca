// swagger.yaml, compiled by flowc.

import { orderFlow } from "../flows/order.js";
import type { Flow } from "../variables.js";

/** DELETE /api/orders/{id}, from order.xml */
export const deleteOrdersById: Flow = orderFlow;
