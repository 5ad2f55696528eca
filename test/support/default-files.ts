import type { Files } from "./compile.js";

/** The files of a flow directory about which a sample says nothing. */
export const defaultFiles = {
  "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /orders:
    get:
      x-flow: orders.xml
`,
  "orders.xml": `<flow>
  <template>{ "ok": true }</template>
</flow>
`,
} as const satisfies Files;
