// swagger.yaml, compiled by flowc.

import type { Flow } from "flowc/runtime";
import { mocking } from "flowc/runtime/validation";

/** Answers GET /api/orders/{id} where a mock is asked for. */
export const getOrderMock: Flow = mocking([
  { mediaType: "application/json", text: '{"items":[]}' },
]);
