/** `out-header`: the claims of a token in the requests to upstream systems. */
import type { IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ClientRequest, send } from "../support/client.js";
import { app } from "../support/compile.js";
import { flowFile } from "../support/samples.js";
import { bearer, secured } from "../support/secured.js";
import { type RunningServer, reply, upstream } from "../support/servers.js";
import { hmacToken } from "../support/tokens.js";

let seen: IncomingHttpHeaders[] = [];
let here: RunningServer;
let elsewhere: RunningServer;

beforeAll(async () => {
  elsewhere = await upstream((request, response) => {
    seen.push(request.headers);
    reply(response, 200, "elsewhere");
  });
  here = await upstream((request, response) => {
    seen.push(request.headers);
    if (request.url === "/moved") reply(response, 307, "", { location: elsewhere.url });
    else reply(response, 200, "here");
  });
});
beforeEach(() => {
  seen = [];
});
afterAll(() => Promise.all([here.stop(), elsewhere.stop()]));

/** The field `Token` of each request that an upstream system got. */
async function fields(request: string, client: Omit<ClientRequest, "path">): Promise<unknown[]> {
  const files = secured(
    {
      securityDefinitions: { Token: bearer({ "out-header": "Token" }) },
      paths: { "/x": { security: [{ Token: [] }, {}], "x-flow": "ask.xml" } },
    },
    { "ask.xml": flowFile(request) },
  );
  const { status } = await send(await app(files), { path: "/t/x", ...client });
  expect(status).toBe(200);
  return seen.map(({ token }) => token);
}

const claims = { sub: "Zoë", n: 1, text: "日本\u007f" };
const valid = { headers: { authorization: `Bearer ${hmacToken(claims)}` } };
const json = '{"sub":"Zo\\u00eb","n":1,"text":"\\u65e5\\u672c\\u007f"}';

const one = () => `<request>{ "url": "${here.url}" }</request>`;

test("each request carries the claims as JSON, which is ASCII", async () => {
  const both = `${one()}<requests>{ "a": { "url": "${here.url}" } }</requests>`;
  expect(await fields(both, valid)).toEqual([json, json]);
  expect(JSON.parse(json)).toEqual(claims);
});

test("a field that the flow sets wins", async () => {
  const own = `<request>{ "url": "${here.url}", "headers": { "TOKEN": "mine" } }</request>`;
  expect(await fields(own, valid)).toEqual(["mine"]);
});

test("without a token, there is no field", async () => {
  expect(await fields(one(), { headers: { token: '{"sub":"root"}' } })).toEqual([undefined]);
});

test("a redirect to another origin does not get the claims", async () => {
  const moved = `<request>{ "url": "${here.url}/moved", "options": { "follow-redirects": true } }</request>`;
  expect(await fields(moved, valid)).toEqual([json, undefined]);
});

test("a proxy sends the claims on, and nothing that a client says in their place", async () => {
  const proxy = `<proxy-request>{ "url": "${here.url}" }</proxy-request>`;
  const forged = { token: '{"sub":"root"}' };
  expect(await fields(proxy, { headers: { ...valid.headers, ...forged } })).toEqual([json]);
  seen = [];
  expect(await fields(proxy, { headers: forged })).toEqual([undefined]);
});

test("a proxy sends no field on that a program behind CGI takes for the claims", async () => {
  const proxy = `<proxy-request>{ "url": "${here.url}" }</proxy-request>`;
  const files = secured(
    {
      securityDefinitions: { Token: bearer({ "out-header": "X-Claims" }) },
      paths: { "/x": { security: [{ Token: [] }, {}], "x-flow": "ask.xml" } },
    },
    { "ask.xml": flowFile(proxy) },
  );
  const forged = { X_Claims: "1", "x-CLAIMS": "2", "x.claims": "3", "X-Claims-2": "4", xclaims: "5" };
  const sent = async (headers: Readonly<Record<string, string>>) => {
    seen = [];
    expect((await send(await app(files), { path: "/t/x", headers })).status).toBe(200);
    return Object.entries(seen[0] ?? {}).filter(([name]) => name.includes("claims"));
  };
  const others = [
    ["x-claims-2", "4"],
    ["xclaims", "5"],
  ];
  expect((await sent(forged)).sort()).toEqual(others);
  expect((await sent({ ...valid.headers, ...forged })).sort()).toEqual([["x-claims", json], ...others]);
});

test("x-flow-proxy asks for tokens as flows do", async () => {
  const files = secured({
    securityDefinitions: { Token: bearer({ "out-header": "Token" }) },
    paths: { "/x": { security: [{ Token: [] }], get: { "x-flow-proxy": { url: here.url } } } },
  });
  const one = await app(files);
  expect(await send(one, { path: "/t/x", headers: { token: json } })).toMatchObject({ status: 403 });
  expect(seen).toEqual([]);
  expect(await send(one, { path: "/t/x", headers: { ...valid.headers, token: "{}" } })).toMatchObject({
    status: 200,
    text: "here",
  });
  expect(seen).toMatchObject([{ token: json }]);
});
