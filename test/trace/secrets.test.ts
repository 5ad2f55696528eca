import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiFiles, basePath } from "../support/samples.js";
import { type RunningServer, upstream } from "../support/servers.js";
import { type TracedApp, trace, tracedApp } from "./support.js";

/** Everything that must not be kept, whatever it is called. */
const secret = "hunter22-äöü&<more>";
const token = "s3cr3t-t0ken-0123456789";
const asForm = (value: string): string => encodeURIComponent(value);
const basic = Buffer.from(`alice:${secret}`).toString("base64");

let server: RunningServer;
let app: TracedApp;

beforeAll(async () => {
  server = await upstream((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "set-cookie": `sid=${token}; Path=/` });
    response.end(JSON.stringify({ access_token: token, copied: `again ${token}`, user: "alice" }));
  });
  const flow = `
    <eval out="$innocent">$request/headers/authorization</eval>
    <eval out="$part">substring-after($request/headers/authorization, " ")</eval>
    <eval out="$cookieValue">$request/cookies/theme</eval>
    <eval out="$fromQuery">concat("(", $request/get/token, ")")</eval>
    <eval out="$fromBody">$body/json/login/password</eval>
    <eval out="$fromForm">$request/post/pwd</eval>
    <template out="$all">{ "everything": {{ $body/json }}, "copy": {{ $fromBody }} }</template>
    <request>{
      "url": {{ concat("${server.url}/x?api_key=", $fromQuery, "&amp;q=", $innocent) }},
      "method": "POST",
      "headers": { "X-Copy": {{ $innocent }}, "Authorization": "Bearer ${token}" },
      "body": {{ concat('{ "password": "', $fromBody, '" }') }}
    }</request>
    <eval out="$fromUpstream">content()/json/access_token</eval>
    <debug xpath="$fromUpstream"/>
    <log>{ "note": {{ $fromUpstream }} }</log>
    <error if="$request/get/fail" status="400">{ "message": {{ concat("no ", $fromUpstream, " and ", $innocent) }} }</error>
    <template>{ "copied": {{ $innocent }}, "note": {{ $fromUpstream }}, "body": {{ $fromBody }} }</template>
  `;
  app = await tracedApp(apiFiles({ "/x": flow }));
});

afterAll(async () => server.stop());

/** All forms in which a value may occur. */
function formsOf(value: string): readonly string[] {
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), value.slice(2, -2)];
}

async function kept(target: string, init: RequestInit): Promise<string> {
  const { trace: made } = await trace(app, target, init);
  expect(made.hasSecrets).toBe(true);
  expect(made.events.length).toBeGreaterThan(5);
  return JSON.stringify(made);
}

function expectNone(text: string, values: readonly string[]): void {
  for (const value of values)
    for (const form of formsOf(value)) {
      const at = text.indexOf(form);
      expect(at < 0 ? "" : text.slice(Math.max(0, at - 80), at + 80)).toBe("");
    }
}

describe("of secrets, nothing is kept, and nothing where they were copied to", () => {
  test("Authorization, in all its parts", async () => {
    const text = await kept(`${basePath}/x`, { headers: { authorization: `Basic ${basic}` } });
    expectNone(text, [basic, secret, token]);
  });

  test("cookies", async () => {
    const text = await kept(`${basePath}/x`, { headers: { cookie: `theme=${token}xyz; other=zyxwvut` } });
    expectNone(text, [`${token}xyz`, "zyxwvut"]);
  });

  test("parameters of the query", async () => {
    const text = await kept(`${basePath}/x?a=1&token=${asForm(secret)}&client_secret=abcdefgh`, {});
    expectNone(text, [secret, "abcdefgh"]);
  });

  test("members of JSON, also of members that nest in them", async () => {
    const body = JSON.stringify({
      login: { password: secret, user: "alice" },
      credentials: { a: [{ b: "deep-one" }] },
    });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body };
    const text = await kept(`${basePath}/x`, init);
    expectNone(text, [secret, "deep-one"]);
    expect(text).toContain("alice");
  });

  test("fields of forms", async () => {
    const body = `user=alice&pwd=${asForm(secret)}`;
    const init = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body };
    expectNone(await kept(`${basePath}/x`, init), [secret]);
  });

  test("elements and attributes of XML", async () => {
    const body = `<a:e xmlns:a="u"><a:Password>${token}</a:Password><x apiKey='${"k".repeat(9)}'/><param name="secret" value="param-value"/><Password><![CDATA[cdata-secret]]></Password></a:e>`;
    const init = { method: "POST", headers: { "content-type": "text/xml" }, body };
    expectNone(await kept(`${basePath}/x`, init), [token, "k".repeat(9), "param-value", "cdata-secret"]);
  });

  test("parts of forms with files", async () => {
    const body = new FormData();
    body.set("user", "alice");
    body.set("password", token);
    expectNone(await kept(`${basePath}/x`, { method: "POST", body }), [token]);
  });

  test("what a flow fails with", async () => {
    const headers = { authorization: `Bearer ${token}.more` };
    expectNone(await kept(`${basePath}/x?fail=1`, { headers }), [token]);
  });

  test("what the developers say is secret", async () => {
    const options = { secretNames: ["Theme", "IBAN"] };
    const body = JSON.stringify({ iban: "DE0012345678", login: { password: "DE0012345678" } });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body };
    const { trace: made } = await trace(app, `${basePath}/x?theme=darkness`, init, options);
    expectNone(JSON.stringify(made), ["DE0012345678", "darkness"]);
  });

  test("unless they are asked for", async () => {
    const init = { headers: { authorization: `Basic ${basic}` } };
    const { trace: made } = await trace(app, `${basePath}/x`, init, { showsSecrets: () => true });
    expect(JSON.stringify(made)).toContain(basic);
    expect(made.hasSecrets).toBe(false);
  });
});
