/**
 * `x-flow-cors` where the fields of an upstream system reach the client: nobody but the app says which pages may read. The
 * upstream system allows everything to everybody, which is how many are set up.
 */
import { once } from "node:events";
import {
  request as ask,
  createServer as createPlainServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer } from "../runtime/server/node/create-server.js";
import { serverLimits } from "../runtime/server/node/server-limits.js";
import { app, type Files } from "./support/compile.js";
import { withLog } from "./support/log.js";
import { flowFile } from "./support/samples.js";
import { type RunningServer, upstream } from "./support/servers.js";

const shop = "https://shop.example";
const evil = "https://evil.example";

let server: RunningServer;
let asked = 0;

/** Two fields of one name, in letters of both cases: all that a careless upstream system may send. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? "";
  const fields: [string, string][] = [
    ["Content-Type", "text/plain"],
    ["ACCESS-CONTROL-ALLOW-ORIGIN", request.headers.origin ?? "*"],
    ["Access-Control-Allow-Origin", "*"],
    ["Access-control-allow-credentials", "true"],
    ["Access-Control-Allow-Methods", "GET, TRACE"],
    ["Access-Control-Allow-Headers", "x-upstream"],
    ["Access-Control-Allow-Private-Network", "true"],
    ["Access-Control-Max-Age", "86400"],
    ["Access-Control-Expose-Headers", "X-Total, X-Page"],
    ["Timing-Allow-Origin", "*"],
    ["Cross-Origin-Resource-Policy", "cross-origin"],
    ["Vary", "Accept, origin"],
    ["X-Total", "3"],
    ["ETag", '"1"'],
  ];
  if (path.includes("fresh")) fields.push(["Cache-Control", "s-maxage=600"]);
  if (path.includes("again")) fields.push(["Cache-Control", "s-maxage=0, stale-if-error=600"]);
  // First the answer, then that it is the same still, then a fault in whose place it is used, stale.
  const again = path.includes("again") ? [200, 304, 500][asked++ % 3] : undefined;
  const status = path.includes("fails") ? 500 : (again ?? 200);
  response.writeHead(status, fields.flat());
  response.end(
    status === 304 || request.method === "HEAD" ? "" : "x".repeat(path.includes("long") ? 200_000 : 3),
  );
}

const copied = `{ {{: access-control-allow-origin | access-control-allow-credentials | access-control-allow-methods
  | access-control-max-age | access-control-expose-headers | vary }} {{,}} }`;
const inCapitals = `{ "ACCESS-CONTROL-ALLOW-ORIGIN": {{ $upstream/main/headers/access-control-allow-origin }},
  "Access-Control-ALLOW-CREDENTIALS": "true", "Vary": "Accept" }`;
const copy = `<set-response-headers in="$upstream/main/headers">${copied}</set-response-headers>`;

const flows = (url: string): Readonly<Record<string, string>> => {
  const get = `<request>{ "url": "${url}/x", "headers": { "origin": {{ $request/headers/origin }} } }</request>`;
  const proxy = (path: string, options = "") =>
    `<proxy-request>{ "url": "${url}/${path}" ${options && `, "options": { ${options} }`} }</proxy-request>`;
  return {
    proxy: proxy("x"),
    long: proxy("long"),
    fails: proxy("fails"),
    fresh: proxy("fresh", `"use-http-cache": true`),
    again: proxy("again", `"use-http-cache": true`),
    forced: proxy("x", `"force-cache-ttl": 600`),
    option: proxy("x", `"set-response-headers": { "Access-Control-Allow-Origin": "*" }`),
    copied: `${get}${copy}`,
    all: `${get}<set-response-headers in="$upstream/main/headers">{ {{: * }} }</set-response-headers>`,
    capitals: `${get}<set-response-headers>${inCapitals}</set-response-headers>`,
    lists: `<set-response-headers>
      { "Access-Control-Allow-Origin": ["${evil}", "*"], "Access-Control-Allow-Credentials": ["true"] }
    </set-response-headers><echo>own</echo>`,
    body: `${get}${copy}<pass-body/>`,
    error: `${get}${copy}<error status="418"/>`,
    internal: `${get}${copy}<error status="500"/>`,
  };
};

const description = (settings: object, url: string): Files => {
  const all = Object.entries(flows(url));
  const proxy = { "x-flow-proxy": { url: `${url}/x` } };
  return {
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      basePath: "/api",
      "x-flow-error": { flow: "error.xml" },
      ...settings,
      paths: {
        ...Object.fromEntries(all.map(([name]) => [`/${name}`, { get: { "x-flow": `${name}.xml` } }])),
        "/option-proxied": { get: { "x-flow": "proxy.xml" }, options: { "x-flow": "proxy.xml" } },
        "/operation": { get: proxy, options: proxy },
        "/path/**": proxy,
      },
    }),
    ...Object.fromEntries(all.map(([name, content]) => [`${name}.xml`, flowFile(content)])),
    // An error is answered by the upstream system, too.
    "error.xml": flowFile(
      `<if test="$error/status = 418 or $error/code = 3204"><proxy-request>{ "url": "${url}/x" }</proxy-request></if>`,
    ),
    "conf/flow.xml": flowFile(
      `<proxy-request>{ "url": "${url}/x" }</proxy-request><set-response-headers>{ "X-Beside": "1" }</set-response-headers>`,
    ),
  };
};

/** Ways by which fields of an upstream system reach a client: method, path and times that it is asked. */
const doors: readonly (readonly [method: string, path: string])[] = [
  ...Object.keys(flows("")).map((name) => ["GET", `/api/${name}`] as const),
  ["HEAD", "/api/proxy"],
  ["GET", "/api/operation"],
  ["GET", "/api/path/a"],
  ["DELETE", "/api/path/a"],
  ["POST", "/api/proxy"], // no such method: the error flow passes on what the upstream system says
  ["GET", "/api/none"],
];

interface Seen {
  readonly status: number | undefined;
  /** The values of all fields of a name. */
  readonly fields: (name: string) => readonly string[];
}

function send(to: Server, method: string, path: string, headers: Readonly<Record<string, string>>) {
  return new Promise<Seen>((resolve, reject) => {
    const { port } = to.address() as AddressInfo;
    const sent = ask({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      const raw = response.rawHeaders;
      const fields = (name: string) =>
        raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);
      response.resume().on("end", () => resolve({ status: response.statusCode, fields }));
    });
    sent.on("error", reject).end();
  });
}

/** The server, and one that knows only `app.fetch`. */
async function serversOf(one: Hono): Promise<readonly Server[]> {
  const servers = [
    createServer(one, "localhost", serverLimits()),
    createPlainServer(getRequestListener(one.fetch)),
  ];
  for (const each of servers) await once(each.listen(0, "127.0.0.1"), "listening");
  return servers;
}

const started: Server[] = [];
beforeAll(async () => {
  server = await upstream(answer);
});
afterAll(async () => {
  for (const each of started) each.close().closeAllConnections();
  await server.stop();
});

const origins: readonly (readonly [name: string, headers: Readonly<Record<string, string>>])[] = [
  ["a listed page", { origin: shop }],
  ["another page", { origin: evil }],
  ["a page without an origin of its own", { origin: "null" }],
  ["no page", {}],
];

/** The fields that matter to other pages. Names of the protocol that are not here must be absent. */
const shown = ({ fields }: Seen) =>
  Object.fromEntries(protocol.map((name) => [name, fields(name)]).filter(([, values]) => values?.length));

const protocol = [
  "access-control-allow-origin",
  "access-control-allow-credentials",
  "access-control-allow-methods",
  "access-control-allow-headers",
  "access-control-allow-private-network",
  "access-control-max-age",
];

const varies = ({ fields }: Seen): readonly string[] =>
  fields("vary").flatMap((value) => value.toLowerCase().split(/\s*,\s*/));

describe.each([
  ["with credentials", { "allowed-origins": [shop], "allow-credentials": true }],
  ["without credentials", { "allowed-origins": [shop] }],
  ["for all pages", { "allowed-origins": "*" }],
])("%s", (_, cors) => {
  const isOpen = cors["allowed-origins"] === "*";
  const hasCredentials = "allow-credentials" in cors;
  let servers: readonly Server[];
  beforeAll(async () => {
    servers = await serversOf(await app(description({ "x-flow-cors": cors }, server.url)));
    started.push(...servers);
  });
  const expected = (origin: string | undefined) => ({
    ...(isOpen || origin === shop
      ? { "access-control-allow-origin": [isOpen ? "*" : (origin as string)] }
      : {}),
    ...(hasCredentials ? { "access-control-allow-credentials": ["true"] } : {}),
  });

  describe.each(doors)("%s %s", (method, path) => {
    test.each(origins)("%s", async (_, headers) => {
      for (const to of servers)
        for (let time = 0; time < 3; time++) {
          const { result } = await withLog(() => send(to, method, path, headers));
          expect(shown(result)).toEqual(expected(headers.origin));
          const vary = varies(result);
          if (!isOpen) expect(vary).toContain("origin");
          expect(new Set(vary).size, vary.join()).toBe(vary.length);
        }
    });
  });

  test.each(origins)(
    "outside of the base path, an upstream system allows nothing: %s",
    async (_, headers) => {
      for (const to of servers) {
        const { result } = await withLog(() => send(to, "GET", "/beside", headers));
        expect(shown(result)).toEqual({});
        expect(result.fields("x-beside")).toEqual(["1"]);
      }
    },
  );

  test.each(["/api/option-proxied", "/api/operation"])("OPTIONS %s is passed on", async (path) => {
    const asks = { "access-control-request-headers": "x-key", "access-control-request-method": "GET" };
    for (const to of servers)
      for (const [, headers] of origins) {
        const { result } = await withLog(() => send(to, "OPTIONS", path, { ...headers, ...asks }));
        expect(result.fields("x-total")).toEqual(["3"]);
        expect(shown(result)).toEqual({
          ...expected(headers.origin),
          "access-control-allow-methods": ["GET"],
          "access-control-allow-headers": ["x-key"],
        });
        expect(varies(result)).toContain("access-control-request-headers");
      }
  });
});

describe("beside origins and credentials", () => {
  const paths = (one: string): Files => ({
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      basePath: "/api",
      "x-flow-cors": { "allowed-origins": [shop] },
      paths: { "/x": { get: { "x-flow": "x.xml" }, options: { "x-flow": "x.xml" } } },
    }),
    "x.xml": flowFile(one),
  });
  const seen = async (content: string, method = "GET") => {
    const one = createServer(await app(paths(content)), "localhost", serverLimits());
    await once(one.listen(0, "127.0.0.1"), "listening");
    started.push(one);
    return (await withLog(() => send(one, method, "/api/x", { origin: shop }))).result;
  };
  const proxy = () => `<proxy-request>{ "url": "${server.url}/x" }</proxy-request>`;
  const set = (fields: string) => `<set-response-headers>{ ${fields} }</set-response-headers>`;

  test.each([
    ["the upstream system's", () => proxy(), "X-Total, X-Page"],
    ["the flow's", () => set(`"Access-Control-Expose-Headers": "X-Mine"`), "X-Mine"],
    [
      "both",
      () => proxy() + set(`"Access-Control-Expose-Headers": ["X-Mine", "x-total"]`),
      "x-total, X-Page, X-Mine",
    ],
  ])("exposed fields are %s", async (_, content, names) => {
    expect((await seen(content())).fields("access-control-expose-headers")).toEqual([names]);
  });

  test("a flow that answers OPTIONS says which methods and fields it takes, but not who may ask", async () => {
    const own = `"Access-Control-Allow-Methods": "GET", "Access-Control-Max-Age": "60"`;
    const whose = `"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Credentials": "true"`;
    for (const content of [set(`${own}, ${whose}`), proxy() + set(`${own}, ${whose}`)])
      expect(shown(await seen(content, "OPTIONS"))).toMatchObject({
        "access-control-allow-origin": [shop],
        "access-control-allow-methods": ["GET"],
        "access-control-max-age": ["60"],
      });
  });

  test("fields that allow no page to read stay", async () => {
    const { fields } = await seen(proxy());
    expect(fields("timing-allow-origin")).toEqual(["*"]);
    expect(fields("cross-origin-resource-policy")).toEqual(["cross-origin"]);
    expect(fields("x-total")).toEqual(["3"]);
  });
});

test("without x-flow-cors, everything is passed on as it came", async () => {
  const servers = await serversOf(await app(description({}, server.url)));
  started.push(...servers);
  for (const to of servers)
    for (const path of ["/api/proxy", "/api/fresh", "/api/path/a", "/beside"]) {
      const { result } = await withLog(() => send(to, "GET", path, { origin: evil }));
      expect(shown(result)).toEqual({
        "access-control-allow-origin": [`${evil}, *`],
        "access-control-allow-credentials": ["true"],
        "access-control-allow-methods": ["GET, TRACE"],
        "access-control-allow-headers": ["x-upstream"],
        "access-control-allow-private-network": ["true"],
        "access-control-max-age": ["86400"],
      });
      expect(result.fields("access-control-expose-headers")).toEqual(["X-Total, X-Page"]);
      expect(varies(result)).toEqual(["accept", "origin"]);
    }
});
