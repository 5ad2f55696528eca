import { join } from "node:path";
import { order } from "./cases.js";
import { orderSchema, querySchemas } from "./order-schema.js";
import { bundleByHand, flowc, freshDirectory, write } from "./project.js";
import { race } from "./race.js";
import type { Table } from "./table.js";

const target = 0.9;

const description = {
  swagger: "2.0",
  basePath: "/api",
  "x-flow-validate": { request: true },
  paths: {
    "/open": { get: { "x-flow": "open.xml" } },
    "/orders": {
      post: {
        "x-flow": "orders.xml",
        parameters: [{ name: "order", in: "body", required: true, schema: orderSchema }],
      },
    },
    "/search": {
      get: {
        "x-flow": "search.xml",
        parameters: [
          { name: "q", in: "query", required: true, ...querySchemas.q },
          { name: "limit", in: "query", ...querySchemas.limit },
        ],
      },
    },
  },
};

/** Requests per second with the client's requests validated, beside Ajv in handlers written by hand. */
export async function* validation(quick: boolean): AsyncIterable<Table> {
  const flows = freshDirectory("validation-flows");
  write(flows, {
    "swagger.yaml": JSON.stringify(description),
    "open.xml": "<flow><template>{}</template></flow>",
    "orders.xml": `<flow><template>{ "items": {{ count($body/json/items/value) }} }</template></flow>`,
    "search.xml": `<flow><template>{ {{: $request/get/q | $request/get/limit }} }</template></flow>`,
  });
  const out = freshDirectory("validation");
  await flowc(flows, out);
  const byHand = await bundleByHand("validation.ts", join(out, "by-hand/server.cjs"));
  yield await race({
    title: "validation: requests per second, validated",
    directory: out,
    probe: "/api/open",
    cases: [
      { name: "a body of 9 KB, 100 items", method: "POST", path: "/api/orders", body: order(), status: 200 },
      { name: "two query parameters", method: "GET", path: "/api/search?q=hello&limit=20", status: 200 },
    ],
    generated: { script: join(out, "server.js"), env: {} },
    opponents: [{ name: "Hono, Ajv", script: byHand, env: {}, target }],
    quick,
  });
}
