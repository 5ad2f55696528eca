// swagger.yaml, compiled by flowc.

import type { Contract } from "flowc/runtime/validation";
import { isGetOrderPathId, isOrder } from "../schemas/swagger.js";

/** What messages of PUT /api/orders/{id} must be like. */
export const putOrderContract: Contract = {
  parameters: [
    { place: "path", name: "id", required: true, type: "integer", check: isGetOrderPathId },
  ],
  body: { required: true, content: [{ name: "application/json", check: isOrder }] },
};
