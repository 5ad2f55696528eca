/** `conf/config.xml`: what is validated is decided for each request. */
import { describe, expect, test } from "vitest";
import { withEnv } from "../runtime-http/support.js";
import { app, describeDiagnostic, diagnose } from "../support/compile.js";
import { describedFiles, sendDescribed } from "../support/contracts.js";

const files = (settings: string, item: object = {}, root = "flat") =>
  describedFiles({
    validate: { request: "report-only", response: true },
    item,
    operation: {
      parameters: [{ name: "p", in: "query", type: "integer" }],
      responses: { 200: { schema: { type: "integer" } } },
    },
    files: { "conf/config.xml": `<config><${root}>${settings}</${root}></config>` },
  });

/** The status of a request and a response that are both wrong, and the kinds of messages that are logged. */
async function outcome(settings: string, env: Record<string, string> = {}, item: object = {}, root?: string) {
  const one = await app(files(settings, item, root));
  const { status, log } = await withEnv(env, () => sendDescribed(one, { query: "p=x" }));
  return [status, ...log.map(({ message }) => String(message).split(" ", 1)[0])];
}

describe("<validation>", () => {
  test.each<[string, Record<string, string>, (number | string)[]]>([
    [`<validation request="true"/>`, {}, [400, "Request"]],
    [`<validation response="report-only"/>`, {}, [200, "Response"]],
    [`<validation request="false" response="true"/>`, {}, [500, "Response"]],
    [`<validation request="true" if="$server/role = 'dev'"/>`, { FLOW_SERVER_ROLE: "dev" }, [400, "Request"]],
    [`<validation request="true" if="$server/role = 'dev'"/>`, {}, [200]],
    [
      `<validation request="true"/><validation request="report-only" if="$request/get/p = 'x'"/>`,
      {},
      [200, "Request"],
    ],
    [`<validation request="{ $env/MODE }"/>`, { MODE: "report-only" }, [200, "Request"]],
    [`<validation request="{ $env/MODE }"/>`, { MODE: "" }, [200]],
    [`<validation request="{ $env/MODE }"/>`, { MODE: "on" }, [400, "The", "Request"]],
  ])("%s with %j", async (settings, env, expected) => {
    expect(await outcome(settings, env)).toEqual(expected);
  });

  test("gives way to x-flow-validate of a path", async () => {
    const item = { "x-flow-validate": { request: false } };
    expect(await outcome(`<validation request="true" response="true"/>`, {}, item)).toEqual([
      500,
      "Response",
    ]);
  });

  test("stands in <flow> as well", async () => {
    expect(await outcome(`<validation request="true"/>`, {}, {}, "flow")).toEqual([400, "Request"]);
  });

  test("without it, x-flow-validate counts", async () => {
    expect(await outcome("")).toEqual([500, "Request", "Response"]);
  });
});

test("<definition> names the API description", async () => {
  const { "swagger.yaml": description = "", ...others } = files(`<definition src="api/main.yaml"/>`);
  for (const path of ["api/main.yaml", "conf/api/main.yaml"]) {
    const one = await app({ ...others, [path]: String(description).replaceAll("x.xml", "/x.xml") });
    expect((await sendDescribed(one, { query: "p=x" })).status).toBe(500);
  }
});

test.each([
  [`<validation request="maybe"/>`, /error FLOW1156 request must be/],
  [`<validation request="{ 1 + }"/>`, /error FLOW2001/],
  [`<validation requests="true"/>`, /warning FLOW4004 .*requests/],
  [`<definition src="none.yaml"/>`, /error FLOW\d+ .*none.yaml/],
  ["<definition/>", /error FLOW\d+ .*src/],
])("%s is reported", async (settings, expected) => {
  const found = (await diagnose(files(settings))).map(describeDiagnostic);
  expect(found).toEqual([expect.stringMatching(expected)]);
});
