/** `flowc dev`: the app is served, and follows its files. */
import { readdirSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import type { RequestSummary, WorkbenchFinding } from "../../bin/commands/dev/api.js";
import type { Trace } from "../../runtime/observe/trace/format.js";
import { describing } from "../commands/app.js";
import { scratchDirectory } from "../support/compile.js";
import { deadUrl, upstream } from "../support/servers.js";
import { DevServer } from "./support/dev-server.js";

const saying = (text: string): string => `<flow><template>{ "said": "${text}" }</template></flow>`;

const app = { "swagger.yaml": describing({ "/a": "a.xml" }), "a.xml": saying("one") };

const said = async (server: DevServer, path = "/api/a"): Promise<unknown> =>
  (await fetch(server.app + path)).json();

describe("flowc dev", () => {
  test("serves the app, and says where", async () => {
    const server = await DevServer.start({ files: app });
    expect(await said(server)).toEqual({ said: "one" });
    expect(server.app).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(server.page).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await server.until(/^GET \/api\/a 200 [\d.]+ ms$/m);
    expect(await server.stop()).toBe(0);
  });

  test("says in a line what each upstream system has answered", async () => {
    const good = await upstream((_, response) => response.writeHead(204).end());
    onTestFinished(good.stop);
    const asking = `<flow>
      <request content="good">{ "url": {{ $env/GOOD }} }</request>
      <request content="bad">{ "url": {{ $env/BAD }} }</request>
      <template>{ "said": "all" }</template>
    </flow>`;
    const files = { ...app, "a.xml": asking };
    const server = await DevServer.start({
      files,
      env: { GOOD: `${good.url}/a`, BAD: `${await deadUrl()}/b?token=geheim` },
    });
    await said(server);
    await server.until(/^ {2}upstream good\.0: GET http:\/\/127\.0\.0\.1:\d+\/a 204 \d+ ms$/m);
    await server.until(/^ {2}upstream bad\.0: GET http:\/\/\S+\/b\?\S+ failed \(.+\) \d+ ms$/m);
  });

  test("answers from changed flows, new ones, and no longer from those that are gone", async () => {
    const server = await DevServer.start({ files: app });
    await server.change("a.xml", saying("two"));
    expect(await said(server)).toEqual({ said: "two" });
    server.write("b.xml", saying("new"));
    server.write("swagger.yaml", describing({ "/b": "b.xml" }));
    // There may be a build with the first of the two files alone.
    await expect.poll(() => said(server, "/api/b")).toEqual({ said: "new" });
    expect((await fetch(`${server.app}/api/a`)).status).toBe(400);
  });

  test("the last good app answers while a flow is broken", async () => {
    const server = await DevServer.start({ files: app });
    const { build } = await server.change("a.xml", saying("}}{{"));
    expect(build).toMatchObject({ isGood: false, errors: 1 });
    expect(await said(server)).toEqual({ said: "one" });
    await server.until(/flows\/a\.xml:1:\d+ error FLOW\d{4} /);
    await server.until(/\^\n/);
    const { findings } = await server.api<{ findings: WorkbenchFinding[] }>("/findings");
    expect(findings).toMatchObject([{ severity: "error", file: "a.xml", line: 1 }]);
    const { build: repaired } = await server.change("a.xml", saying("three"));
    expect(repaired).toMatchObject({ isGood: true, errors: 0 });
    expect(await said(server)).toEqual({ said: "three" });
  });

  test("names the line of the flow that an alert comes from, after each change", async () => {
    const asking = '<request>{ "url": "http://127.0.0.1:9/" }</request>';
    const server = await DevServer.start({ files: { ...app, "a.xml": `<flow>\n${asking}\n</flow>` } });
    await fetch(`${server.app}/api/a`);
    await server.until(/^ {2}alert request a\.xml:2: Upstream Connection Failed/m);
    await server.change("a.xml", `<flow>\n\n\n${asking}\n</flow>`);
    await fetch(`${server.app}/api/a`);
    await server.until(/^ {2}alert request a\.xml:4: Upstream Connection Failed/m);
  });

  test("lists its requests, and sends some itself", async () => {
    const server = await DevServer.start({ files: app });
    await said(server);
    const sent = { method: "GET", target: "/api/a?again", fields: [] };
    const { key } = await server.api<{ key: number }>("/send", "POST", sent);
    const { requests } = await server.api<{ requests: RequestSummary[] }>("/requests");
    expect(requests).toMatchObject([
      { method: "GET", target: "/api/a", status: 200 },
      { key, method: "GET", target: "/api/a?again", status: 200 },
    ]);
  });

  test("sends what has fields of its own names, and says what the server refuses", async () => {
    const flow = "<flow><template>{{ $request/headers/x-flowc-sent }}</template></flow>";
    const server = await DevServer.start({ files: { ...app, "a.xml": flow } });
    const sending = (fields: readonly (readonly [string, string])[]): Promise<Response> =>
      server.ask("/send", "POST", { method: "GET", target: "/api/a", fields });
    const { key } = (await (await sending([["X-Flowc-Sent", "mine"]])).json()) as { key: number };
    const { response } = await server.api<Trace>(`/requests/${key}`);
    expect(response).toMatchObject({ status: 200, body: { text: '"mine"' } });
    const refused = await sending([["X-Long", "x".repeat(20_000)]]);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { problem: "The server refused the request with 431." },
    ]);
  });
});

test("stylesheets of XSLT 2.0 find their processor beside the app, and the folder is gone afterwards", async () => {
  const stylesheet = `<xsl:stylesheet version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
    <xsl:template match="/"><out><xsl:value-of select="string-join(('a', 'b'), '-')"/></out></xsl:template>
  </xsl:stylesheet>`;
  const temporary = scratchDirectory("dev-tmp");
  const server = await DevServer.start({
    files: {
      "swagger.yaml": describing({ "/a": "a.xml" }),
      "a.xml": '<flow><eval out="$x">"&lt;a/&gt;"</eval><xslt src="a.xsl" in="$x"/></flow>',
      "a.xsl": stylesheet,
    },
    env: { TMPDIR: temporary },
  });
  const response = await fetch(`${server.app}/api/a`);
  expect(await response.text()).toContain("<out>a-b</out>");
  expect(readdirSync(temporary)).not.toEqual([]);
  expect(await server.stop()).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});
