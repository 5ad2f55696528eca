/** The page's server refuses what other pages, other machines and other names could send. */
import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WorkbenchState } from "../../bin/commands/dev/api.js";
import { describing } from "../commands/app.js";
import { DevServer } from "./support/dev-server.js";

const app = {
  "swagger.yaml": describing({ "/a": "a.xml" }),
  "a.xml": "<flow><template>{}</template></flow>",
};

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Got {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** Sends what `fetch` would not: other hosts, and what browsers say of their own accord. */
function ask(base: string, { method = "GET", path, headers = {}, body }: Sent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const sent = request({ host: hostname, port, method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        if (response.headers["content-type"] === "text/event-stream") response.destroy();
      });
      response.once("close", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

const send = { method: "POST", path: "/api/send", body: '{"method":"GET","target":"/api/a","fields":[]}' };
const json = { "content-type": "application/json" };

/** No test changes more of it than the last one does. */
let server: DevServer;
beforeAll(async () => {
  await DevServer.open({ files: app }, (opened) => {
    server = opened;
  });
});
afterAll(async () => void (await server?.stop()));

describe("the page's server", () => {
  test("refuses other hosts, so that no name server can lead a page here", async () => {
    const { page } = server;
    const { port } = new URL(page);
    for (const host of [
      "evil.test",
      `evil.test:${port}`,
      "127.0.0.1",
      "localhost:1",
      `127.0.0.1.evil.test:${port}`,
    ])
      for (const path of ["/", "/api/state", "/api/events"])
        expect(await ask(page, { path, headers: { host } }), `${host}${path}`).toMatchObject({ status: 403 });
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`])
      expect(await ask(page, { path: "/api/state", headers: { host } }), host).toMatchObject({ status: 200 });
  });

  test("refuses other origins and sites, that of the app included", async () => {
    const { page } = server;
    const refused: readonly Readonly<Record<string, string>>[] = [
      { origin: "https://evil.test" },
      { origin: "null" },
      { origin: server.app },
      { origin: page.replace("http:", "https:") },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of refused)
      for (const sent of [{ path: "/api/requests" }, { path: "/api/events" }, send]) {
        const all = { ...headers, ...("body" in sent ? { ...json, "x-flowc": "1" } : {}) };
        expect(await ask(page, { ...sent, headers: all }), JSON.stringify(all)).toMatchObject({
          status: 403,
        });
      }
    const { requests } = await server.api<{ requests: unknown[] }>("/requests");
    expect(requests).toEqual([]);
    const own = { origin: page, "sec-fetch-site": "same-origin", "x-flowc": "1", ...json };
    expect(await ask(page, { ...send, headers: own })).toMatchObject({ status: 200 });
    // A link of the overlay, or of a chat, may lead to the page itself.
    const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect((await ask(page, { path: "/", headers: link })).status).not.toBe(403);
    expect(await ask(page, { path: "/api/state", headers: link })).toMatchObject({ status: 403 });
  });

  test("refuses changes that a form of another page could send", async () => {
    const { page } = server;
    const refused: readonly Readonly<Record<string, string>>[] = [
      {},
      json,
      { "x-flowc": "1", "content-type": "text/plain" },
      { "x-flowc": "1", "content-type": "application/x-www-form-urlencoded" },
      { "x-flowc": "true", ...json },
    ];
    for (const headers of refused)
      expect(await ask(page, { ...send, headers }), JSON.stringify(headers)).toMatchObject({ status: 403 });
    expect(await ask(page, { method: "DELETE", path: "/api/requests" })).toMatchObject({ status: 403 });
    expect(await ask(page, { method: "OPTIONS", path: "/api/send" })).toMatchObject({ status: 403 });
  });

  test("lets no other page read, frame or guess what it answers", async () => {
    const { page } = server;
    for (const path of ["/", "/api/state", "/api/events", "/nothing"]) {
      const { headers } = await ask(page, { path });
      expect(headers["access-control-allow-origin"]).toBeUndefined();
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("no-referrer");
      expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
    }
  });

  test("answers nonsense with a problem, and goes on", async () => {
    const sent = (body: unknown): Promise<Response> => server.ask("/send", "POST", body);
    const wrong: readonly unknown[] = [
      null,
      [],
      "x",
      { method: "GET" },
      { method: "GET /", target: "/", fields: [] },
      { method: "CONNECT", target: "/", fields: [] },
      { method: "GET", target: "http://evil.test/", fields: [] },
      { method: "GET", target: "/ HTTP/1.1\r\nX: y", fields: [] },
      { method: "GET", target: "/", fields: [["a\r\nb", "c"]] },
      { method: "GET", target: "/", fields: [["a", "b\r\nc: d"]] },
      { method: "GET", target: "/", fields: [["a"]] },
      { method: "GET", target: "/", fields: { length: 1 } },
      { method: "GET", target: "/", fields: [], body: {} },
    ];
    for (const body of wrong) expect((await sent(body)).status, JSON.stringify(body)).toBe(400);
    for (const path of [
      "/requests/99",
      "/requests/__proto__",
      "/requests/%",
      "/source?file=../../etc/passwd",
      "/x",
    ])
      expect((await server.ask(path)).status, path).toBe(404);
    expect((await server.ask("/explanations/constructor")).status).toBe(404);
    expect((await server.ask("/requests/99/kept", "PUT", { isKept: true })).status).toBe(404);
    expect((await server.ask("/state", "PUT", {})).status).toBe(405);
    expect((await server.state()).build.isGood).toBe(true);
  });
});

/** An address of this machine that others may reach; `undefined` if it has none. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === "IPv4" && !each.internal)?.address;

describe("on other addresses than loopback", () => {
  test.skipIf(outside === undefined)("the page needs the token, then its cookie", async () => {
    const server = await DevServer.start({ files: app, args: ["--host", "0.0.0.0"] });
    const base = server.page.replace(/\/\?token=.*$/, "").replace("0.0.0.0", String(outside));
    const token = /\?token=([\w-]{20,})$/.exec(server.page)?.[1];
    expect(token).toBeDefined();
    for (const path of ["/", "/api/state", "/api/requests", "/api/events", "/?token=x", "/api/state?token=x"])
      expect(await ask(base, { path }), path).toMatchObject({ status: 401 });
    const entered = await ask(base, { path: `/?token=${token}` });
    expect(entered).toMatchObject({ status: 303, headers: { location: "/" } });
    const field = String(entered.headers["set-cookie"]);
    expect(field).toMatch(/; HttpOnly; SameSite=Strict$/);
    const cookie = field.split(";", 1)[0] ?? "";
    expect(await ask(base, { path: "/api/state", headers: { cookie } })).toMatchObject({ status: 200 });
    const forged = { cookie: cookie.replace(/.$/, (last) => (last === "A" ? "B" : "A")) };
    expect(await ask(base, { path: "/api/state", headers: forged })).toMatchObject({ status: 401 });
    const others = { cookie, origin: "https://evil.test" };
    expect(await ask(base, { path: "/api/state", headers: others })).toMatchObject({ status: 403 });
    const shown = { method: "PUT", path: "/api/secrets", body: '{"shows":true}' };
    const changes = { cookie, "x-flowc": "1", ...json };
    expect(await ask(base, { ...shown, headers: changes })).toMatchObject({ status: 403 });
    expect(server.text.split(String(token)).length, "the token is printed once").toBe(2);
  });

  test("secrets are never shown there", async () => {
    await expect(
      DevServer.start({ files: app, args: ["--host", "0.0.0.0", "--show-secrets"] }),
    ).rejects.toThrow(/Secrets are shown to this machine alone/);
  });
});

test("secrets are shown on demand on loopback", async () => {
  expect(await server.state()).toMatchObject({ showsSecrets: false, maySecrets: true });
  const state = await server.api<WorkbenchState>("/secrets", "PUT", { shows: true });
  expect(state).toMatchObject({ showsSecrets: true });
});
