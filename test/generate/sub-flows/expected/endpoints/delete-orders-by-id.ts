// swagger.yaml, compiled by flowc.

import type { Flow } from "flowc/runtime";
import { orderFlow } from "../flows/order.js";

/** DELETE /api/orders/{id}, from order.xml */
export const deleteOrdersById: Flow = orderFlow;
