/** Who called, and which process has answered: the client's address, its subject, and the events of the process. */
import { hostname } from "node:os";
import { describe, expect, test, vi } from "vitest";
import { send } from "../support/client.js";
import { app } from "../support/compile.js";
import { listening } from "../support/listening.js";
import { withLog } from "../support/log.js";
import { open } from "../support/raw.js";
import { bearer, securedPath, withToken } from "../support/secured.js";
import { served } from "../support/served.js";
import { hmacToken } from "../support/tokens.js";

const files = {
  "swagger.yaml": JSON.stringify({ swagger: "2.0", paths: { "/x": { get: { "x-flow": "x.xml" } } } }),
  "x.xml": `<flow>
    <log>{ "client": {{ $request/client-address }} }</log>
    <template>[ {{ $request/client-address }}, {{ get-log()/client_address }} ]</template></flow>`,
};

/** Returns a client's address as a flow, the log and the field for upstream systems tell it. */
const called = async (peer: object, env: object, headers: Readonly<Record<string, string>> = {}) => {
  const one = await app(files);
  const { result, log } = await withLog(async () => {
    const response = await one.request("http://c.test/x", { headers }, { ...peer, ...env });
    return response.json();
  });
  const { client_address: address, client } = log.find(({ type }) => type === "engine_access") ?? {};
  expect([address, client ?? null]).toEqual([(result as unknown[])[1], (result as unknown[])[0]]);
  return address;
};

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
const proxies = { FLOW_TRUSTED_PROXIES: "10.0.0.0/8, fd00::/8 192.0.2.1" };

describe("the client's address", () => {
  test.each([
    ["is that of the connection", "198.51.100.7", {}, "203.0.113.5", "198.51.100.7"],
    ["is IPv4 where a socket of IPv6 has it", "::ffff:198.51.100.7", {}, undefined, "198.51.100.7"],
    ["is what a proxy says", "10.1.2.3", proxies, "203.0.113.5", "203.0.113.5"],
    ["is what a proxy says over IPv6", "::ffff:10.1.2.3", proxies, "203.0.113.5", "203.0.113.5"],
    [
      "is the last one that is no proxy",
      "fd00::1",
      proxies,
      "1.1.1.1, 203.0.113.5, 192.0.2.1,10.9.9.9",
      "203.0.113.5",
    ],
    ["is not what others say", "198.51.100.7", proxies, "203.0.113.5", "198.51.100.7"],
    ["is the proxy's without the field", "10.1.2.3", proxies, undefined, "10.1.2.3"],
    [
      "is the first proxy's where there are only proxies",
      "10.1.2.3",
      proxies,
      "10.0.0.1, 10.0.0.2",
      "10.0.0.1",
    ],
    [
      "is nothing made up before what is no address",
      "10.1.2.3",
      proxies,
      "203.0.113.5, unknown, 10.0.0.2",
      "10.0.0.2",
    ],
    ["may come with a port", "10.1.2.3", proxies, "203.0.113.5:8080", "203.0.113.5"],
    ["may come in brackets", "10.1.2.3", proxies, "[2001:db8::5]:8080", "2001:db8::5"],
    ["is no text of the client", "10.1.2.3", proxies, '","x":"', "10.1.2.3"],
  ] as const)("%s", async (_, peer, env, field, expected) => {
    const headers: Record<string, string> = field === undefined ? {} : { "x-forwarded-for": field };
    expect(await called(from(peer), env, headers)).toBe(expected);
  });

  test.each([
    ["API Gateway", { requestContext: { http: { sourceIp: "203.0.113.5" } } }, "203.0.113.5"],
    [
      "API Gateway's older form",
      { requestContext: { identity: { sourceIp: "203.0.113.5" } } },
      "203.0.113.5",
    ],
    ["nobody", {}, ""],
  ])("comes from %s", async (_, bindings, expected) => {
    expect(await called(bindings, {}, { "cf-connecting-ip": "1.2.3.4" })).toBe(expected);
  });
});

test.each([
  ["that of the token", { sub: "ann" }, "ann"],
  ["cut", { sub: "x".repeat(1000) }, "x".repeat(256)],
  ["nothing where it is no text", { sub: { a: 1 } }, ""],
  ["nothing without one", {}, ""],
])("the subject is %s", async (_, claims, subject) => {
  const response = await send(await app(securedPath(bearer())), withToken(hmacToken(claims)));
  expect(response.status).toBe(200);
  expect(response.events.at(-1)).toMatchObject({ type: "engine_access", subject });
});

test("a token that is refused has no subject, and the alert has severity, status and code", async () => {
  const one = await app(securedPath(bearer()));
  const { events } = await send(one, withToken(hmacToken({ sub: "eve" }, "HS256", "wrong")));
  expect(events).toMatchObject([
    { type: "engine_alert", topic: "security", severity: "warning", status: 403, code: 3206 },
    { type: "engine_access", status: 403, subject: "" },
  ]);
});

describe("a process", () => {
  test.each(["1", "2"])(
    "of %s tells its start, its draining and its end, and who called",
    async (FLOW_WORKERS) => {
      const server = await served(listening(), { FLOW_WORKERS, FLOW_TRUSTED_PROXIES: "127.0.0.1" });
      const { url, events } = server;
      await fetch(url, { headers: { "x-forwarded-for": "203.0.113.5" } });
      // A client that has gone when the event is written, and requests that the app does not see.
      const gone = await open(url);
      // The first answer tells that the server has the second request, too.
      gone.once("data", () => gone.destroy());
      gone.write(["/", "/?wait=100"].map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join(""));
      (await open(url)).end("GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\nx-forwarded-for: 9.9.9.9\r\n\r\n");
      (await open(url)).end("nonsense\r\n\r\n");
      await vi.waitFor(() => expect(events("engine_access")).toHaveLength(5), { timeout: 10_000 });
      expect(await server.end()).toBe(0);
      const worker = FLOW_WORKERS === "1" ? undefined : expect.any(Number);
      const access = events("engine_access");
      expect(access.map(({ client_address }) => client_address).sort()).toEqual([
        ...["127.0.0.1", "127.0.0.1", "127.0.0.1", "203.0.113.5", "9.9.9.9"],
      ]);
      for (const event of access)
        expect(event).toMatchObject({ instance: hostname(), ...(worker && { worker }) });
      const common = {
        requestID: "",
        flowc: expect.stringMatching(/^\d+\.\d+\.\d+/),
        build: expect.stringMatching(/^[\da-f]{64}$/),
        uptime: expect.any(Number),
        instance: hostname(),
      };
      expect(["engine_start", "engine_drain", "engine_end"].flatMap((type) => events(type))).toEqual([
        {
          timestamp: expect.any(String),
          type: "engine_start",
          message: `listening on ${url}`,
          ...common,
          url,
          node: process.version,
          pid: server.pid,
        },
        { timestamp: expect.any(String), type: "engine_drain", ...common },
        { timestamp: expect.any(String), type: "engine_end", ...common, exitCode: 0 },
      ]);
    },
  );
});
