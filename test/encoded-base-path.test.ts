/** A base path with characters that URLs encode: what is below it, by every way to write it, and what is beside it. */
import { once } from "node:events";
import { request as ask, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { createServer } from "../runtime/server/node/create-server.js";
import { serverLimits } from "../runtime/server/node/server-limits.js";
import { app } from "./support/compile.js";
import { withLog } from "./support/log.js";

const swagger = (basePath: string) => ({ swagger: "2.0", basePath });
const openApi = (url: string) => ({
  openapi: "3.0.3",
  info: { title: "t", version: "1" },
  servers: [{ url }, { url: "https://other.example/else" }],
});

const bases: readonly (readonly [
  description: object,
  below: readonly string[],
  beside: readonly string[],
])[] = [
  [swagger("/shop%20api/v2"), ["/shop%20api/v2", "/%73hop%20api/v2"], ["/shop%2520api/v2", "/shop%20api/v"]],
  [swagger("/shop api/"), ["/shop%20api"], ["/shop+api", "/shop%20ap", "/shop%20apis"]],
  [swagger("/caf%c3%a9"), ["/caf%C3%A9", "/caf%c3%a9", "/%63af%c3%A9"], ["/cafe", "/caf%C3", "/caf%E9"]],
  [swagger("/café"), ["/caf%C3%A9", "/caf%c3%a9"], ["/caf%C3%A9s"]],
  [swagger("/a%2Cb"), ["/a%2Cb", "/a%2cb"], ["/a,b"]],
  [swagger("/a%2fb"), ["/a%2Fb", "/a%2fb"], ["/a/b"]],
  [swagger("/a,b"), ["/a,b"], ["/a%2Cb"]],
  [swagger("/50%25"), ["/50%25"], ["/50%2525"]],
  [openApi("https://a.example/shop%20api/v2/"), ["/shop%20api/v2"], ["/else", "/shop%20api"]],
  [openApi("/shop%20api"), ["/shop%20api"], ["/"]],
];

const servers: Server[] = [];
afterAll(() => {
  for (const each of servers) each.close().closeAllConnections();
});

describe.each(bases)("%j", (description, below, beside) => {
  const paths = { "/x": { get: { "x-flow": "x.xml" } }, "/p/{a}%2Cb/{c}": { get: { "x-flow": "p.xml" } } };
  const built = (async () => {
    const one = await app({
      "swagger.yaml": JSON.stringify({ ...description, paths }),
      "x.xml": "<flow><echo>x</echo></flow>",
      "p.xml": "<flow><template>{{ $request/params }}</template></flow>",
    });
    const server = createServer(one, "localhost", serverLimits());
    await once(server.listen(0, "127.0.0.1"), "listening");
    servers.push(server);
    return [one, server] as const;
  })();

  /** What the server answers, and what `app.fetch` does. */
  async function answers(path: string): Promise<readonly (readonly [status: number, text: string])[]> {
    const [one, server] = await built;
    const served = await new Promise<readonly [number, string]>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const sent = ask({ host: "127.0.0.1", port, path }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve([response.statusCode ?? 0, text]));
      });
      sent.on("error", reject).end();
    });
    const fetched = await one.request(`http://a.test${path}`);
    return [served, [fetched.status, await fetched.text()]];
  }

  test.each(below)("%s is the base path", async (base) => {
    await withLog(async () => {
      for (const answer of await answers(`${base}/x`)) expect(answer).toEqual([200, "x"]);
      for (const path of [`${base}/none`, `${base}/x/`, `${base}/`, base])
        for (const [status, text] of await answers(path)) {
          expect(status, path).toBe(400);
          expect(text).toContain(`Path ${path} not found.`);
          expect(text).toContain('"code":3204');
        }
      for (const comma of ["%2C", "%2c"])
        for (const [status, text] of await answers(`${base}/p/1${comma}b/2%2C`))
          expect([status, text]).toEqual([200, '{"a":"1","c":"2,"}']);
    });
  });

  test.each(beside)("%s is not", async (base) => {
    await withLog(async () => {
      for (const path of [`${base === "/" ? "" : base}/x`, `${base === "/" ? "" : base}/none`])
        for (const [status] of await answers(path)) expect(status, path).toBe(404);
    });
  });
});
