/** IDs of requests: whose are believed, and where they go. Of a built app in a process, with a real client and a real upstream. */
import { request } from "node:http";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sendRaw } from "../support/raw.js";
import { refused, served } from "../support/served.js";
import { type RunningProcess, upstream } from "../support/servers.js";

const flow = `<flow>
  <request content="up">{ "url": {{ concat($env/UPSTREAM, "/asked") }} }</request>
  <template>{ "id": {{ $request/id }} }</template>
</flow>
`;

const flows: Readonly<Record<string, string>> = {
  "/own": flow,
  "/named": flow.replace('"/asked") }}', '"/asked") }}, "headers": { "X-Request-Id": "of-the-flow" }'),
  "/answered": flow.replace(
    "<template>",
    '<set-response-headers>{ "X-Request-Id": "of-the-flow" }</set-response-headers><template>',
  ),
  "/passed": `<flow><proxy-request>{ "url": {{ concat($env/UPSTREAM, "/passed") }} }</proxy-request></flow>`,
  "/failed": `<flow><error status="418">{ "message": "no" }</error></flow>`,
};

let seen: (string | undefined)[] = [];
const system = await upstream((incoming, outgoing) => {
  seen.push(
    incoming.headers["x-request-id"] as string | undefined,
    incoming.headers["x-correlation"] as string,
  );
  outgoing.setHeader("X-Request-Id", "of-the-upstream");
  outgoing.setHeader("Content-Type", "application/json");
  outgoing.end("{}");
});
afterAll(() => system.stop());

const paths = Object.keys(flows).map((path) => `  ${path}: { get: { x-flow: ${path.slice(1)}.xml } }\n`);
const files = {
  "swagger.yaml": `swagger: "2.0"\npaths:\n${paths.join("")}`,
  ...Object.fromEntries(Object.entries(flows).map(([path, text]) => [`${path.slice(1)}.xml`, text])),
};

/** By what their settings say. */
const settings = {
  trusting: { FLOW_TRUSTED_PROXIES: "127.0.0.1" },
  "with another name": { FLOW_TRUSTED_PROXIES: "127.0.0.1", FLOW_REQUEST_ID_HEADER: "X-Correlation" },
  "with a name alone": { FLOW_REQUEST_ID_HEADER: "X-Request-Id" },
  distrusting: { FLOW_TRUSTED_PROXIES: "10.0.0.0/8" },
  "without settings": {},
} as const;
type Settings = keyof typeof settings;

const apps = Object.fromEntries(
  await Promise.all(
    Object.entries(settings).map(async ([name, own]) => [
      name,
      await served(files, { UPSTREAM: system.url, ...own }),
    ]),
  ),
) as Readonly<Record<Settings, RunningProcess>>;

beforeEach(() => {
  seen = [];
});

const uuid = /^[\da-f]{8}-[\da-f-]{27}$/;

interface Answer {
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
}

function ask(app: Settings, path: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(`${apps[app].url}${path}`, { headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (piece) => {
        body += piece;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, fields: response.headers, body }));
    });
    asked.on("error", reject).end();
  });
}

const longest = "a".repeat(128);

describe("the ID of a request", () => {
  test.each<[Settings, Record<string, string>, id: string | RegExp, field: string]>([
    ["trusting", { "X-Request-Id": "Root=1-67891233-abcdef012345678912345678" }, /^Root=1-/, "x-request-id"],
    ["trusting", { "X-Request-Id": longest }, longest, "x-request-id"],
    ["trusting", { "X-Request-Id": `${longest}a` }, uuid, "x-request-id"],
    ["trusting", { "X-Request-Id": 'a"b' }, uuid, "x-request-id"],
    ["trusting", { "X-Request-Id": "a b" }, uuid, "x-request-id"],
    ["trusting", { "X-Request-Id": "" }, uuid, "x-request-id"],
    ["trusting", {}, uuid, "x-request-id"],
    ["with another name", { "X-Correlation": "abc", "X-Request-Id": "def" }, "abc", "x-correlation"],
    ["with a name alone", { "X-Request-Id": "abc" }, uuid, "x-request-id"],
    ["distrusting", { "X-Request-Id": "abc" }, uuid, "x-request-id"],
  ])("%s, of %j", async (app, headers, id, field) => {
    const { body, fields } = await ask(app, "/own", headers);
    const own = (JSON.parse(body) as { id: string }).id;
    expect(own).toMatch(id instanceof RegExp ? id : new RegExp(`^${id}$`));
    expect(fields[field]).toBe(own);
    expect(field === "x-request-id" ? seen[0] : seen[1]).toBe(own);
    const { log } = apps[app];
    await vi.waitFor(() => expect(log()).toContain(`"type":"engine_access","requestID":"${own}"`));
    expect(log()).toContain(`"type":"engine_request","requestID":"${own}"`);
  });

  test("is not told without settings", async () => {
    const { body, fields } = await ask("without settings", "/own", { "X-Request-Id": "abc" });
    expect((JSON.parse(body) as { id: string }).id).toMatch(uuid);
    expect(fields["x-request-id"]).toBeUndefined();
    expect(seen).toEqual([undefined, undefined]);
  });

  test.each<[what: string, path: string, told: unknown, asked: unknown]>([
    ["a flow names for an upstream", "/named", "abc", "of-the-flow"],
    ["a flow names for the client", "/answered", "of-the-flow", "abc"],
    ["an upstream answers", "/passed", "abc", "abc"],
    ["an error has", "/failed", "abc", undefined],
    ["a path has that is not there", "/nowhere", "abc", undefined],
  ])("is the one that comes in, beside one that %s", async (_, path, told, asked) => {
    const { fields } = await ask("trusting", path, { "X-Request-Id": "abc" });
    expect([fields["x-request-id"], seen[0]]).toEqual([told, asked]);
  });

  test("of an untrusted client goes no further", async () => {
    const { fields } = await ask("distrusting", "/passed", { "X-Request-Id": "abc" });
    expect(fields["x-request-id"]).toMatch(uuid);
    expect(seen[0]).toBe(fields["x-request-id"]);
  });

  test("is told with a request that cannot be read, too", async () => {
    const { headers, body } = await sendRaw(
      apps.trusting.url,
      "GET /own HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n",
    );
    const id = headers.get("x-request-id");
    expect(id).toMatch(uuid);
    expect(body).toContain(`"requestID":"${id}"`);
  });

  test("needs the name of a field", async () => {
    const { problems } = await refused(files, { FLOW_REQUEST_ID_HEADER: "X Request" });
    expect(problems).toEqual([
      expect.stringMatching(/^FLOW_REQUEST_ID_HEADER must be the name of a header field/),
    ]);
  });
});
