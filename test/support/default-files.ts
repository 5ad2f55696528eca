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

/** The files of a sample: its own, and the default ones. A flow that its API description does not name is none of them. */
export function withDefaults(own: Files): Files {
  const files: Files = { ...defaultFiles, ...own };
  const isNamed = files["swagger.yaml"]?.toString().includes("orders.xml");
  if (isNamed || own["orders.xml"] !== undefined) return files;
  const { "orders.xml": _, ...others } = files;
  return others;
}
