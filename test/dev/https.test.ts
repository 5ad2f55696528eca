/** `flowc dev --https`. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describing } from "../commands/app.js";
import { scratchDirectory } from "../support/compile.js";
import { DevServer } from "./support/dev-server.js";

const app = {
  "swagger.yaml": describing({ "/a": "a.xml" }),
  "a.xml": '<flow><template>{ "a": 1 }</template></flow>',
};

/** Trusts this certificate alone. */
function ask(url: string, ca: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ ca, keepAlive: false });
    const sent = request(url, { agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.once("end", () => resolve(`${response.statusCode} ${text}`));
    });
    sent.once("error", reject);
    sent.end();
  });
}

const kept = (directory: string): string => readFileSync(join(directory, "flowc-dev.pem"), "utf8");

test("serves both with a certificate of its own, which stays", async () => {
  const cache = scratchDirectory("dev-cache");
  const env = { FLOWC_CACHE_DIR: cache };
  const server = await DevServer.start({ files: app, args: ["--https"], env });
  expect(server.app).toMatch(/^https:/);
  const pem = kept(cache);
  expect(statSync(join(cache, "flowc-dev.pem")).mode & 0o777).toBe(0o600);
  const cert = pem.slice(pem.indexOf("-----BEGIN CERTIFICATE"));
  expect(await ask(`${server.app}/api/a`, cert)).toBe('200 {"a":1}');
  expect(await ask(`${server.page}/api/state`, cert)).toMatch(/^200 \{"directory":"flows","app":"https:/);
  const origin = { origin: server.page.replace("https:", "http:") };
  expect(await ask(`${server.page}/api/state`, cert, origin)).toMatch(/^403 /);
  expect(await server.stop()).toBe(0);
  await DevServer.start({ files: app, args: ["--https"], env });
  expect(kept(cache)).toBe(pem);
  expect(readdirSync(cache).filter((name) => name.endsWith(".pem"))).toEqual(["flowc-dev.pem"]);
});

test("takes a certificate of one's own, and sends requests of the page there", async () => {
  const cache = scratchDirectory("dev-cache");
  const first = await DevServer.start({ files: app, args: ["--https"], env: { FLOWC_CACHE_DIR: cache } });
  await first.stop();
  const pem = kept(cache);
  const at = pem.indexOf("-----BEGIN CERTIFICATE");
  const [key, cert] = [join(cache, "key.pem"), join(cache, "cert.pem")];
  writeFileSync(key, pem.slice(0, at));
  writeFileSync(cert, pem.slice(at));
  const server = await DevServer.start({ files: app, args: ["--https-key", key, "--https-cert", cert] });
  expect(await ask(`${server.app}/api/a`, pem.slice(at))).toBe('200 {"a":1}');
});
