/** Handlers of flows as the public tutorial has them: what they look like, and that TypeScript takes them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { appOf } from "../commands/app.js";
import { flowc } from "../support/project.js";

const description = `openapi: 3.0.3
info: { title: Orders, version: "1" }
paths:
  /orders:
    post:
      x-flow: orders.xml
      responses: { "200": { description: OK } }
`;

interface Row {
  readonly flow: string;
  /** A part of the handler. */
  readonly handler: string;
}

const rows: Readonly<Record<string, Row>> = {
  // TypeScript refuses a second `??`, which cannot be reached.
  "a variable with a default of its own": {
    flow: '<template in="$body/json" out="$count">{{ total_count ?? 0 }}</template><template>{"n": {{ $count }}}</template>',
    handler: "  const count = request.json?.total_count ?? 0;\n",
  },
};

describe("flows become handlers", () => {
  test.each(Object.entries(rows))("%s", async (_, { flow, handler }) => {
    const directory = appOf("eject-handler", {
      "swagger.yaml": description,
      "orders.xml": `<flow>${flow}</flow>\n`,
    });
    expect(await flowc("eject", directory, "--all", "--yes")).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(directory, "handlers/post-orders.ts"), "utf8")).toContain(handler);
  });
});
