/** Bodies that would pass through as they come, where somebody has to see them as a whole first. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { send } from "../support/client.js";
import { app } from "../support/compile.js";
import { flowFile } from "../support/samples.js";
import { type RunningServer, reply, upstream } from "../support/servers.js";

const long = "x".repeat(100_000);

let server: RunningServer;
beforeAll(async () => {
  server = await upstream((_, response) => reply(response, 200, { text: long }));
});
afterAll(() => server.stop());

/** The answer of a proxy whose response has to be as described. */
async function answer(text: object, options: object = {}): Promise<{ status: number; code: unknown }> {
  const schema = { type: "object", properties: { text } };
  const operation = { responses: { 200: { description: "", schema } } };
  const isChecked = Object.keys(options).length === 0;
  const one = await app({
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      basePath: "/t",
      produces: ["application/json"],
      "x-flow-validate": { response: isChecked },
      paths: { "/x": { get: { ...operation, "x-flow": "proxy.xml" } } },
    }),
    "upstream.yaml": JSON.stringify({
      swagger: "2.0",
      produces: ["application/json"],
      paths: { "/": { get: operation } },
    }),
    "proxy.xml": flowFile(
      `<proxy-request>${JSON.stringify({ url: `${server.url}/`, options })}</proxy-request>`,
    ),
  });
  const { status, json } = await send(one, { path: "/t/x" });
  return { status, code: (json() as { error?: { code: number } }).error?.code };
}

const short = { type: "string", maxLength: 10 };

test("the response to the client", async () => {
  expect(await answer({ type: "string" })).toEqual({ status: 200, code: undefined });
  expect(await answer(short)).toEqual({ status: 500, code: 3205 });
});

test("the response of the upstream system, by default where there is a definition", async () => {
  const definition = "upstream.yaml";
  expect(await answer({ type: "string" }, { definition })).toEqual({ status: 200, code: undefined });
  expect(await answer(short, { definition })).toEqual({ status: 502, code: 3203 });
  expect(await answer(short, { definition, "validate-response": false })).toEqual({
    status: 200,
    code: undefined,
  });
});
