// store.yaml, compiled by flowc.

import { upstreamApi } from "flowc/runtime/validation";
import { isGetOrdersQueryId, isGetOrdersResponse200 } from "../schemas/store.js";

/** What messages to and from the system of store.yaml must be like. */
export const storeApi = upstreamApi("/v1", [
  {
    pattern: "/orders",
    operations: {
      GET: {
        parameters: [
          {
            place: "query",
            name: "id",
            type: { kind: "array", items: "integer", separator: "|" },
            check: isGetOrdersQueryId,
          },
        ],
        responses: {
          "200": {
            required: true,
            content: [{ name: "application/json", check: isGetOrdersResponse200 }],
          },
        },
        credentials: [[{ scheme: "Key", place: "query", name: "key" }]],
        examples: [{ mediaType: "application/json", text: "[]" }],
      },
    },
  },
]);
