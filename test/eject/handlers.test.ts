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
  "a number with a default: NaN is nothing to a template": {
    flow: '<template in="$body/json">{"n": {{ number(n) ?? 2 }}}</template>',
    handler: "n: xpath.json(number(request.json?.n)) ?? 2",
  },
  "the response to a request, read in branches that make their own": {
    flow: '<request>{"url": "http://orders.test/"}</request><if test="$request/get/x"><template>{"x": 1}</template></if><else><template>{"a": {{ content()/json/a }}}</template></else>',
    handler: "respond($, { a: response.json?.a ?? null });",
  },
  "the response to a request, which an echo replaces in each branch": {
    flow: '<request>{"url": "http://orders.test/"}</request><if test="$request/get/x"><echo>one</echo></if><else><echo>two</echo></else>',
    handler: '  await upstream($, "main", { url: "http://orders.test/" });\n  if (',
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

  test("what a flow sets that others call, stays a variable", async () => {
    const directory = appOf("eject-called", {
      "swagger.yaml": description,
      "orders.xml": '<flow><sub-flow src="inner.xml"/><template>{"v": {{ $v }}}</template></flow>\n',
      "inner.xml": '<flow><template out="$v">"inner"</template></flow>\n',
    });
    expect(await flowc("eject", directory, "inner.xml", "--yes")).toMatchObject({ code: 0 });
    expect(readFileSync(join(directory, "handlers/inner.ts"), "utf8")).toContain('  $.v = "inner";\n');
  });
});
