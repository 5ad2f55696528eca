// swagger.yaml, compiled by flowc.

import type { Contract } from "flowc/runtime/validation";
import {
  isGetOrderHeaderXKey,
  isGetOrderPathId,
  isGetOrderQueryFields,
  isOrder,
} from "../schemas/swagger.js";

/** What messages of GET /api/orders/{id} must be like. */
export const getOrderContract: Contract = {
  parameters: [
    { place: "path", name: "id", required: true, type: "integer", check: isGetOrderPathId },
    {
      place: "query",
      name: "fields",
      type: { kind: "array", items: "string" },
      check: isGetOrderQueryFields,
    },
    {
      place: "header",
      name: "X-Key",
      mayBeEmpty: true,
      type: "string",
      secret: true,
      check: isGetOrderHeaderXKey,
    },
  ],
  responses: { "200": { required: true, check: isOrder }, default: {} },
};
