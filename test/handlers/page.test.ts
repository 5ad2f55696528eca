/** docs/handlers.md: its handlers hold under strict types, and answer as it says. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { flowcIn, repository, run } from "../support/project.js";
import { serve, upstream } from "../support/servers.js";

const page = readFileSync(join(repository, "docs/handlers.md"), "utf8");
const files = [...page.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = "", text = ""]) => ({
  path: `flows/${path}`,
  text,
}));
const packages = join(repository, "test/typed-client/node_modules");

/** The handlers that the page shows without an operation. */
const more = `  /typed/{id}:
    get:
      operationId: getNext
      x-flow-handler: handlers/typed.ts
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
      responses: { "200": { description: The next one } }
  /prices:
    get: { x-flow-handler: handlers/prices.ts, responses: { "200": { description: Prices } } }
  /totals:
    post:
      x-flow-handler: handlers/totals.ts
      requestBody: { content: { application/json: { schema: {} } } }
      responses: { "200": { description: Sums } }
`;

test("a reader who follows it gets types and answers", { timeout: 240_000 }, async () => {
  const directory = scratchDirectory("handlers-page");
  expect(files.map(({ path }) => path)).toEqual(
    ["swagger.yaml", ...["get-order", "typed", "prices", "totals"].map((name) => `handlers/${name}.ts`)].map(
      (path) => `flows/${path}`,
    ),
  );
  const withMore = files.map(({ path, text }) => ({
    path,
    text: path.endsWith(".yaml") ? text + more : text,
  }));
  writeFiles(directory, withMore);
  // The types come from what is built, so it is built without them first.
  expect(await flowcIn(directory, "build", "flows", "-o", "gen")).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/typed\.ts:2:33 warning FLOW4212 There is no module \.\/api\.js/),
  });

  const command = /npx openapi-typescript (.*)/.exec(page)?.[1]?.split(" ") ?? [];
  const made = await run([join(packages, "openapi-typescript/bin/cli.js"), ...command], directory);
  expect(made).toMatchObject({ code: 0 });
  expect(await flowcIn(directory, "check", "flows", "--strict", "--types")).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^checked/),
  });
  const typed = join(directory, "flows/handlers/typed.ts");
  writeFileSync(typed, readFileSync(typed, "utf8").replace("params.id", "params.ID"));
  expect(await flowcIn(directory, "check", "flows", "--types")).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/handlers\/typed\.ts:5:\d+ error FLOW4211 Property 'ID' does not exist/),
  });

  const orders = await upstream(({ url }, response) => {
    const isXml = url === "/prices.xml";
    response.writeHead(200, { "content-type": isXml ? "application/xml" : "application/json" });
    response.end(
      isXml
        ? '<prices><price item="pen">3</price><price item="ink">30</price></prices>'
        : JSON.stringify({ total: 7, url }),
    );
  });
  onTestFinished(orders.stop);
  const app = await serve(join(directory, "gen"), { ORDERS_API: orders.url });
  onTestFinished(app.stop);
  const ask = async (path: string, order?: object) => {
    const sent = order && {
      method: "POST",
      body: JSON.stringify(order),
      headers: { "content-type": "application/json" },
    };
    const response = await fetch(`${app.url}/api${path}`, sent);
    return [response.status, await response.json()];
  };
  expect(await ask("/orders/5")).toEqual([200, { id: 5, total: 7 }]);
  expect(await ask("/orders/100")).toMatchObject([404, { error: { message: "no such order" } }]);
  expect(await ask("/orders/five")).toMatchObject([400, { error: { code: 3204 } }]);
  expect(await ask("/typed/5")).toEqual([200, { next: 6 }]);
  expect(await ask("/prices")).toEqual([200, [{ item: "ink", price: 30 }]]);
  const lines = [
    { name: "pen", price: 3 },
    { name: "ink", price: "30" },
  ];
  expect(await ask("/totals", { lines })).toEqual([200, { names: ["pen", "ink"], dear: 1, sum: 33 }]);
  expect(await ask("/totals", {})).toEqual([200, { names: [], dear: 0, sum: 0 }]);
});
