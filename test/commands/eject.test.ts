/** `flowc eject`: it shows what it would write, writes it, and brings every byte back; eject-*.test.ts have the cases. */
import { relative } from "node:path";
import { expect, test } from "vitest";
import { flowc, readTree, repository } from "../support/project.js";
import { appOf } from "./app.js";

const app = {
  "swagger.yaml": `openapi: 3.0.3
info: { title: Orders, version: "1" }
servers: [{ url: /api }]
paths:
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: # one order
      x-flow: orders/one.xml   # its flow
      responses: { "200": { description: OK } }
    delete:
      operationId: deleteOrder
      x-flow: orders/delete.xml
      responses: { "200": { description: OK } }
`,
  "orders/one.xml": '<flow><template>{"a":1}</template></flow>\n',
  "orders/delete.xml": '<flow><template>{"gone":true}</template></flow>\n',
  "handlers/Get-Orders-By-ID.ts": "export const own = 1;\n",
  "tests/one.xml": `<flow-test>
  <test-request>{ "path": "/api/orders/7" }</test-request>
  <assert>[ [ "$response", "{\\"a\\":1}" ] ]</assert>
</flow-test>
`,
};

test("shows a handler, writes it with --yes, and brings the flow back", async () => {
  const directory = appOf("eject", app);
  const shown = await flowc("eject", directory, "get /api/orders/{id}");
  expect(shown).toMatchObject({ code: 0, stderr: "" });
  expect(shown.stdout).toMatch(/^-\s+x-flow: orders\/one\.xml {3}# its flow\n\+\s+x-flow-handler: /m);
  expect(shown.stdout).toMatch(/^-<flow><template>\{"a":1\}<\/template><\/flow>$/m);
  expect(shown.stdout).toMatch(/^\+export default handler\(/m);
  const lines = shown.stdout.slice(shown.stdout.indexOf("\nGET /orders/{id}: "));
  expect(lines).toBe(`
GET /orders/{id}: orders/one.xml -> handlers/get-orders-by-id-2.ts
  1 test runs it
1 test passes before and after
nothing is written yet: --yes writes this
`);
  expect(readTree(directory)).toEqual(app);

  const written = await flowc("eject", directory, "GET /orders/{id}", "--yes");
  expect(written).toEqual({ ...shown, stdout: shown.stdout.replace(/nothing is written.*\n/, "") });
  const { "orders/one.xml": _, ...rest } = app;
  const after = readTree(directory);
  expect(after).toEqual({
    ...rest,
    "swagger.yaml": app["swagger.yaml"].replace(
      "x-flow: orders/one.xml",
      "x-flow-handler: handlers/get-orders-by-id-2.ts",
    ),
    "handlers/get-orders-by-id-2.ts": expect.stringContaining("respond($, "),
    "handlers/ejected.json": expect.stringContaining('"flow": "orders/one.xml"'),
  });

  const fromHere = relative(repository, `${directory}/orders/delete.xml`);
  const second = await flowc("eject", directory, fromHere, "--yes");
  expect(second.stdout).toContain("\ndeleteOrder: orders/delete.xml -> handlers/delete-order.ts\n");
  const undone = await flowc("eject", directory, "--undo", "orders/delete.xml", "--yes");
  expect(undone.stdout).toMatch(/\ndeleteOrder: handlers\/delete-order\.ts -> orders\/delete\.xml\n$/);
  expect(readTree(directory)).toEqual(after);
  await flowc("eject", directory, "--undo", "--all", "--yes");
  expect(readTree(directory)).toEqual(app);
});
