/** The answers that clients of the app get while flows are broken. */
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { describing } from "../commands/app.js";
import { DevServer } from "./support/dev-server.js";

const saying = (text: string): string => `<flow><template>{ "said": "${text}" }</template></flow>`;
const calling = '<flow><sub-flow src="shared.xml"/><template>{ "said": "c" }</template></flow>';

const app = {
  "swagger.yaml": describing({ "/a": "a.xml", "/b/{id}": "b.xml", "/c": "c.xml" }),
  "a.xml": saying("a"),
  "b.xml": saying("b"),
  "c.xml": calling,
  "shared.xml": "<flow/>",
};

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "sec-fetch-mode": "navigate" };
const broken = '<flow><eval out="$x">1 + <![CDATA[<script>alert(1)</script>]]></eval></flow>';

/** `fetch` would say that no browser navigates. */
function ask(
  server: DevServer,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(server.app + path, { headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.once("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.once("error", reject);
    sent.end();
  });
}

describe("while a flow is broken", () => {
  test("a browser that asks for it gets the findings, and others the last good answer", async () => {
    const server = await DevServer.start({ files: app });
    await server.change("a.xml", broken);
    const page = await ask(server, "/api/a", browser);
    expect(page).toMatchObject({ status: 500 });
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.text).toContain("a.xml:1:");
    expect(page.text).toContain("FLOW2001");
    expect(await ask(server, "/api/a")).toMatchObject({ status: 200, text: '{"said":"a"}' });
    // Scripts of pages ask for what they know.
    expect(await ask(server, "/api/a", { ...browser, "sec-fetch-mode": "cors" })).toMatchObject({
      status: 200,
    });
  });

  test("other flows answer browsers as they did, unless they call it", async () => {
    const server = await DevServer.start({ files: app });
    await server.change("a.xml", broken);
    expect(await ask(server, "/api/b/7", browser)).toMatchObject({ status: 200, text: '{"said":"b"}' });
    expect(await ask(server, "/api/new", browser)).toMatchObject({ status: 500 });
    await server.change("a.xml", saying("a"));
    await server.change("shared.xml", broken);
    expect(await ask(server, "/api/c", browser)).toMatchObject({ status: 500 });
    expect(await ask(server, "/api/a", browser)).toMatchObject({ status: 200 });
    await server.change("swagger.yaml", "swagger: [");
    expect(await ask(server, "/api/a", browser)).toMatchObject({ status: 500 });
  });

  test("no text of a flow becomes markup, and nothing runs but the page's own script", async () => {
    const server = await DevServer.start({ files: app });
    await server.change("a.xml", broken);
    const { text, headers } = await ask(server, "/api/a", browser);
    expect(text).toContain("&#60;script&#62;alert(1)");
    expect(text.match(/<script\b/g)).toEqual(["<script"]);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+';/);
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test("the page asks whether there is another build, and no flow runs for that", async () => {
    const server = await DevServer.start({ files: app });
    await server.change("a.xml", broken);
    const asked = await ask(server, "/api/a", { "x-flowc-overlay": "2" });
    expect(asked).toMatchObject({ status: 204, text: "" });
    expect(asked.headers["x-flowc-overlay"]).toBe("2");
    await server.change("a.xml", saying("again"));
    expect((await ask(server, "/api/a", { "x-flowc-overlay": "2" })).headers["x-flowc-overlay"]).toBe("3");
  });
});

test("without any good build, there is a page for browsers and a text for others", async () => {
  const server = await DevServer.start({ files: { ...app, "a.xml": broken } });
  expect(await ask(server, "/api/a", browser)).toMatchObject({ status: 500 });
  const { status, headers, text } = await ask(server, "/api/b/1");
  expect({ status, type: headers["content-type"] }).toEqual({
    status: 503,
    type: "text/plain; charset=utf-8",
  });
  expect(text).toMatch(/^The flows have errors, so there is no app yet:\na\.xml:1:\d+ FLOW2001 /);
  await server.change("a.xml", saying("a"));
  expect(await ask(server, "/api/a")).toMatchObject({ status: 200 });
});
