/** Standards: what is to go (RFC 9745, RFC 8594), methods of OpenAPI 3.2, problem documents (RFC 9457), Server Timing. */

import { expect, onTestFinished, test } from "vitest";
import { Session } from "../compiler/session/session.js";
import { send } from "./support/client.js";
import { app, describeDiagnostic, diagnose, type Files, inputOf } from "./support/compile.js";
import { apiFiles } from "./support/samples.js";
import { built, served } from "./support/served.js";
import { reply, upstream } from "./support/servers.js";

const flows: Files = {
  "ok.xml": `<flow><template>{ "method": {{ $request/method }}, "q": {{ $body/json/q }} }</template></flow>`,
  "fail.xml": `<flow><error status="404"/></flow>`,
};

test("operations that are to go say so, also in errors; deprecated alone says nothing", async () => {
  const one = await app({
    ...flows,
    "swagger.yaml": `swagger: "2.0"
paths:
  /a:
    get: { x-flow: ok.xml, deprecated: true, x-deprecated-since: 2026-01-31, x-sunset: 2027-01-31T12:00:00Z }
    put: { x-flow: fail.xml, deprecated: true, x-sunset: 2027-01-31 }
    post: { x-flow: ok.xml, deprecated: true }
`,
  });
  const fields = async (method: string) => {
    const { headers } = await send(one, { method, path: "/a" });
    return [headers.get("deprecation"), headers.get("sunset")];
  };
  expect(await fields("GET")).toEqual(["@1769817600", "Sun, 31 Jan 2027 12:00:00 GMT"]);
  expect(await fields("PUT")).toEqual(["@0", "Sun, 31 Jan 2027 00:00:00 GMT"]);
  expect(await fields("POST")).toEqual([null, null]);
  const wrong = `swagger: "2.0"\npaths: { /a: { get: { x-flow: ok.xml, x-sunset: soon } } }\n`;
  const found = (await diagnose({ ...flows, "swagger.yaml": wrong })).map(describeDiagnostic).join();
  expect(found).toMatch(/FLOW1110 x-sunset must be a date such as 2027-01-31/);
});

const description = (version: string, more = "") => `openapi: ${version}
paths:
  /a:
    query: { x-flow: ok.xml }
${more}`;

test("OpenAPI 3.2: query and additionalOperations", async () => {
  const more = `    additionalOperations:\n      COPY: { x-flow: ok.xml }\n`;
  const one = await app({ ...flows, "openapi.yaml": description("3.2.0", more) });
  expect((await send(one, { method: "QUERY", path: "/a", json: { q: 1 } })).json()).toEqual({
    method: "QUERY",
    q: 1,
  });
  expect((await send(one, { method: "COPY", path: "/a" })).json()).toMatchObject({ method: "COPY" });
  const { status, headers } = await send(one, { method: "GET", path: "/a" });
  expect([status, headers.get("allow")]).toEqual([405, "QUERY, COPY"]);
  const old = (await diagnose({ ...flows, "openapi.yaml": description("3.1.0") }))
    .map(describeDiagnostic)
    .join();
  expect(old).toMatch(/query/);
});

test("x-flow-problems: errors that no flow answers are problem documents", async () => {
  const api = `swagger: "2.0"\nx-flow-problems: true\npaths: { /a: { get: { x-flow: fail.xml } } }\n`;
  const own = `<flow><error status="409">{ "message": "taken", "info": ["one", "two"], "code": 12, "of": { "a": 1 } }</error></flow>`;
  const one = await app({ "fail.xml": own, "swagger.yaml": api });
  const { status, headers, json } = await send(one, { path: "/a" });
  expect([status, headers.get("content-type")]).toEqual([409, "application/problem+json"]);
  const members = { title: "taken", status: 409, detail: "one two", code: 12, of: { a: 1 } };
  expect(json()).toEqual({ type: "about:blank", ...members });
  const unknown = await send(one, { path: "/none" });
  expect(unknown.json()).toMatchObject({
    title: "Input Validation Failed",
    status: 400,
    code: 3204,
    requestID: expect.any(String),
  });
  const found = await diagnose({ "fail.xml": own, "swagger.yaml": api.replace("true", "please") });
  expect(found.map(describeDiagnostic).join()).toMatch(/FLOW1110 x-flow-problems must be true or false/);
});

test("api.json describes problem documents, for operations that do not say what errors are like", async () => {
  const description = async (error = "") => {
    const api = `openapi: 3.0.3
x-flow-problems: true
${error}components: { responses: { Problem: { description: mine } } }
paths:
  /a:
    get: { x-flow: fail.xml, responses: { 200: { description: well }, 404: { $ref: "#/components/responses/Problem" } } }
    put: { x-flow: fail.xml, responses: { default: { description: all } } }
    post: { x-flow: fail.xml }
`;
    const { files } = await new Session().build(inputOf({ ...flows, "openapi.yaml": api }));
    return JSON.parse(files.find(({ path }) => path === "api.json")?.text ?? "");
  };
  const { paths, components } = await description();
  const $ref = "#/components/responses/Problem-";
  const problems = { "4XX": { $ref }, "5XX": { $ref } };
  const { get, put, post } = paths["/a"];
  expect(get.responses).toEqual({
    ...problems,
    200: { description: "well" },
    404: { $ref: "#/components/responses/Problem" },
  });
  expect([put.responses, post.responses]).toEqual([{ default: { description: "all" } }, problems]);
  const { schema } = components.responses["Problem-"].content["application/problem+json"];
  expect(schema.required).toEqual(["type", "title", "status", "detail"]);
  const answered = await description("x-flow-error: { flow: ok.xml }\n");
  expect(answered.components.responses).toEqual({ Problem: { description: "mine" } });
});

test("FLOW_SERVER_TIMING: answers tell the time of the app, and of upstream requests by their IDs", async () => {
  const system = await upstream((_, response) => reply(response, 200, "x", { "server-timing": "db;dur=5" }));
  onTestFinished(() => system.stop());
  const url = `"url": {{ $env/UPSTREAM }}`;
  const out = await built(
    apiFiles({
      "/a": `<request content="users">{ ${url} }</request><template>{ "a": 1 }</template>`,
      "/proxied": `<proxy-request>{ ${url} }</proxy-request>`,
      "/fails": `<error status="409"/>`,
    }),
  );
  const times = async (env: Record<string, string>) => {
    const server = await served(out, { UPSTREAM: system.url, ...env });
    const ask = async (path: string) => (await server.get(`/t${path}`)).headers.get("server-timing");
    return Promise.all(["/a", "/proxied", "/fails", "/none"].map(ask));
  };
  expect(await times({ FLOW_SERVER_TIMING: "true" })).toEqual([
    expect.stringMatching(/^total;dur=[\d.]+, users;dur=[\d.]+$/),
    expect.stringMatching(/^db;dur=5, total;dur=[\d.]+/),
    ...Array(2).fill(expect.stringMatching(/^total;dur=[\d.]+$/)),
  ]);
  expect(await times({})).toEqual([null, "db;dur=5", null, null]);
});
