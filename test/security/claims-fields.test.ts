/**
 * `out-header`: fields that a security scheme of the app writes never pass from a client, whatever the operation requires
 * and however the flow sends the client's fields on.
 */
import { once } from "node:events";
import {
  request as ask,
  createServer as createPlainServer,
  type IncomingHttpHeaders,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createServer } from "../../runtime/server/node/create-server.js";
import { serverLimits } from "../../runtime/server/node/server-limits.js";
import { appOf } from "../commands/app.js";
import { app, type Files } from "../support/compile.js";
import { withLog } from "../support/log.js";
import { flowc } from "../support/project.js";
import { flowFile } from "../support/samples.js";
import { bearer, cookie, secured } from "../support/secured.js";
import { type RunningServer, reply, upstream } from "../support/servers.js";
import { hmacToken } from "../support/tokens.js";

const schemes = {
  Ada: bearer({ "out-header": "X-Claims" }),
  Bob: cookie("bob", { "out-header": "x-role_name", "out-var": "$bob" }),
  // Two schemes that write one field.
  Same: cookie("same", { "out-header": "x-CLAIMS", "out-var": "$same" }),
  // No operation requires it.
  Unused: bearer({ "out-header": "X-Unused" }),
};

/** All that a client may send in place of a field; the last two are other fields for everybody. */
const forged = {
  "X-Claims": "1",
  X_CLAIMS: "2",
  "x.claims": "3",
  "X-Role_Name": "4",
  "x-role-name": "5",
  "X-UNUSED": "6",
  "X-Claims-2": "7",
  XClaims: "8",
};
const others = { "x-claims-2": "7", xclaims: "8" };

const claims = { sub: "ada" };
const token = hmacToken(claims);
const json = JSON.stringify(claims);

interface Operation {
  readonly security?: readonly object[];
  /** The fields that a request without tokens, and one with both, has upstream; `undefined` if it is refused. */
  readonly without: object | undefined;
  readonly withTokens: object;
}

const operations: Readonly<Record<string, Operation>> = {
  none: { without: {}, withTokens: {} },
  "nothing-required": { security: [], without: {}, withTokens: {} },
  ada: { security: [{ Ada: [] }], without: undefined, withTokens: { "x-claims": json } },
  bob: { security: [{ Bob: [] }], without: undefined, withTokens: { "x-role_name": json } },
  "ada-or-not": { security: [{ Ada: [] }, {}], without: {}, withTokens: { "x-claims": json } },
  "bob-or-not": { security: [{ Bob: [] }, {}], without: {}, withTokens: { "x-role_name": json } },
  "same-or-not": { security: [{ Same: [] }, {}], without: {}, withTokens: {} },
  both: {
    security: [{ Ada: [], Bob: [] }],
    without: undefined,
    withTokens: { "x-claims": json, "x-role_name": json },
  },
  either: { security: [{ Bob: [] }, { Ada: [] }], without: undefined, withTokens: { "x-role_name": json } },
};

let seen: IncomingHttpHeaders[] = [];
let upstreamServer: RunningServer;
let servers: readonly Server[];

const flows = (url: string): Readonly<Record<string, string>> => ({
  proxy: `<proxy-request>{ "url": "${url}" }</proxy-request>`,
  "proxy-copies": `<proxy-request>{ "url": "${url}", "headers": {{ $request/headers }} }</proxy-request>`,
  copies: `<request>{ "url": "${url}", "headers": {{ $request/headers }} }</request>`,
  names: `<request>{ "url": "${url}", "headers": { {{with $request/headers}} {{: x-claims | x-role_name | x-unused | x-claims-2 | xclaims }} {{end}} } }</request>`,
  all: `<request>{ "url": "${url}", "headers": { {{with $request/headers}} {{: * }} {{end}} } }</request>`,
  requests: `<requests>{ "a": { "url": "${url}", "headers": {{ $request/headers }} } }</requests>`,
  kept: `<eval out="$kept">$request/headers</eval><request>{ "url": "${url}", "headers": {{ $kept }} }</request>`,
  text: `<eval out="$all">json-parse(json-stringify($request))</eval><request>{ "url": "${url}", "headers": {{ $all/headers }} }</request>`,
  sub: `<sub-flow src="proxy.xml"/>`,
});

const files = (url: string): Files => {
  const all = Object.entries(flows(url));
  return secured(
    {
      "x-flow-error": { flow: "error.xml" },
      securityDefinitions: schemes,
      paths: Object.fromEntries(
        Object.entries(operations).flatMap(([name, { security }]) => [
          ...all.map(([way]) => [
            `/${name}/${way}`,
            { get: { ...(security && { security }), "x-flow": `${way}.xml` } },
          ]),
          [`/${name}/x-flow-proxy`, { get: { ...(security && { security }), "x-flow-proxy": { url } } }],
        ]),
      ),
    },
    {
      ...Object.fromEntries(all.map(([way, content]) => [`${way}.xml`, flowFile(content)])),
      "error.xml": flowFile(
        `<if test="$error/code = 3204"><proxy-request>{ "url": "${url}" }</proxy-request></if>`,
      ),
      "conf/flow.xml": flowFile(`<proxy-request>{ "url": "${url}" }</proxy-request>`),
    },
  );
};

async function serversOf(one: Hono): Promise<readonly Server[]> {
  const made = [
    createServer(one, "localhost", serverLimits()),
    createPlainServer(getRequestListener(one.fetch)),
  ];
  for (const each of made) await once(each.listen(0, "127.0.0.1"), "listening");
  return made;
}

beforeAll(async () => {
  upstreamServer = await upstream((request, response) => {
    seen.push(request.headers);
    reply(response, 200, "here");
  });
  servers = await serversOf(await app(files(upstreamServer.url)));
});
beforeEach(() => {
  seen = [];
});
afterAll(async () => {
  for (const each of servers) each.close().closeAllConnections();
  await upstreamServer.stop();
});

function status(to: Server, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port } = to.address() as AddressInfo;
    const sent = ask({ host: "127.0.0.1", port, path, headers }, (response) =>
      response.resume().on("end", () => resolve(response.statusCode ?? 0)),
    );
    sent.on("error", reject).end();
  });
}

const named = (fields: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => /claims|role|unused/.test(name)));

const tokens = { authorization: `Bearer ${token}`, cookie: `bob=${token}` };

describe.each(Object.entries(operations))("an operation with %s", (name, { without, withTokens }) => {
  test.each([...Object.keys(flows("")), "x-flow-proxy"])("%s", async (way) => {
    for (const to of servers)
      for (const [headers, fields] of [
        [forged, without],
        [{ ...forged, ...tokens }, withTokens],
      ] as const) {
        seen = [];
        const { result } = await withLog(() => status(to, `/t/${name}/${way}`, headers));
        expect(result).toBe(fields === undefined ? 403 : 200);
        expect(seen.map(named)).toEqual(fields === undefined ? [] : [{ ...others, ...fields }]);
      }
  });
});

test.each(["/beside", "/t/no-such-path"])("%s, answered by a flow that is no operation's", async (path) => {
  for (const to of servers) {
    seen = [];
    expect((await withLog(() => status(to, path, { ...forged, ...tokens }))).result).toBe(200);
    expect(seen.map(named)).toEqual([others]);
  }
});

test("a field that the flow itself sets goes, and its name is no field of the client for anything that reads it", async () => {
  const own = secured(
    {
      securityDefinitions: schemes,
      "x-flow-validate": { request: true },
      paths: {
        "/own": { get: { security: [], "x-flow": "own.xml" } },
        "/shown": { get: { security: [], "x-flow": "shown.xml" } },
        "/checked": {
          get: {
            security: [],
            "x-flow": "shown.xml",
            parameters: [{ in: "header", name: "X-Claims", type: "string", required: true }],
          },
        },
      },
    },
    {
      "own.xml": flowFile(
        `<request>{ "url": "${upstreamServer.url}", "headers": { "X-Claims": "mine" } }</request>`,
      ),
      "shown.xml": flowFile(`<template>[ {{ $request/headers/x-claims }}, {{ $request/headers/x_claims }},
        {{ count($request/headers/x-unused) = 1 }}, {{ $request/headers/x-claims-2 }} ]</template>`),
    },
  );
  const one = await app(own);
  const answer = async (path: string) => {
    const { result } = await withLog(async () => one.request(`http://a.test${path}`, { headers: forged }));
    return [result.status, (await result.json().catch(() => undefined)) as unknown];
  };
  await answer("/t/own");
  expect(seen.map(named)).toEqual([{ "x-claims": "mine" }]);
  expect(await answer("/t/shown")).toEqual([200, [null, null, false, "7"]]);
  expect(await answer("/t/checked")).toMatchObject([
    400,
    { error: { info: [expect.stringContaining("The parameter X-Claims is required.")] } },
  ]);
});

test("another origin does not get the field of any scheme by a redirect", async () => {
  const moved = await upstream((_, response) => reply(response, 307, "", { location: upstreamServer.url }));
  const sends = `<request>{ "url": "${moved.url}", "headers": { "X-Unused": "mine", "X-Other": "1" }, "options": { "follow-redirects": true } }</request>`;
  const one = await app(
    secured(
      { securityDefinitions: schemes, paths: { "/x": { security: [], "x-flow": "x.xml" } } },
      { "x.xml": flowFile(sends) },
    ),
  );
  await withLog(async () => one.request("http://a.test/t/x"));
  await moved.stop();
  expect(seen).toMatchObject([{ "x-other": "1" }]);
  expect(seen.map(named)).toEqual([{}]);
});

test("x-forwarded-for may be such a field, too", async () => {
  const one = await app(
    secured(
      {
        securityDefinitions: { Ada: bearer({ "out-header": "X-Forwarded-For" }) },
        paths: { "/x": { "x-flow": "x.xml" } },
      },
      {
        "x.xml": flowFile(
          `<request>{ "url": "${upstreamServer.url}", "options": { "send-x-forwarded-for": true } }</request>`,
        ),
      },
    ),
  );
  const [server, plain] = await serversOf(one);
  for (const to of [server, plain] as readonly Server[])
    await withLog(() => status(to, "/t/x", { "x-forwarded-for": "203.0.113.7" }));
  for (const to of [server, plain]) to?.close().closeAllConnections();
  expect(JSON.stringify(seen)).not.toContain("203.0.113.7");
});

test("flowc test: requests to the app cannot send it either, and upstream flows see what the app sends", async () => {
  const directory = appOf("claims-fields", {
    ...(secured(
      {
        securityDefinitions: schemes,
        paths: { "/x": { security: [{ Ada: [] }, {}], "x-flow": "x.xml" } },
      },
      {
        "x.xml": flowFile(
          `<request>{ "url": "http://up.test", "headers": {{ $request/headers }} }</request>`,
        ),
        "tests/it.xml": `<flow-test>
          <backend-flow request="main">
            <eval out="$got">string($request/headers/x-claims)</eval>
            <eval out="$role">string($request/headers/x-role_name)</eval>
            <template>{}</template>
          </backend-flow>
          <test-request>{ "path": "/t/x", "headers": { "X-Claims": "no", "X-Role_Name": "no" } }</test-request>
          <assert>[ [ "$got", "" ], [ "$role", "" ] ]</assert>
          <test-request>{ "path": "/t/x", "headers": { "X-Claims": "no", "Authorization": "Bearer ${token}" } }</test-request>
          <assert>[ [ "json-parse($got)/sub", "ada" ], [ "$role", "" ] ]</assert>
        </flow-test>`,
      },
    ) as Record<string, string>),
  });
  expect(await flowc("test", directory)).toMatchObject({ code: 0 });
});
