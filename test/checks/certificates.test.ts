/** Certificates of an app that serves: what it tells of those that end, its own and those that systems show. */
import { once } from "node:events";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server as HttpServer } from "node:http";
import { createServer as createHttpsServer, type Server } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Identity, identity } from "../support/authority.js";
import { apiFiles } from "../support/samples.js";
import { built, served } from "../support/served.js";
import type { RunningProcess } from "../support/servers.js";

const authority = identity("authority", { isAuthority: true });
const part = identity("intermediate", { by: authority, isAuthority: true, ends: 12.5 });
const signed = (ends: number): Identity => identity(`ends in ${ends}`, { by: authority, ends });
const [client, later] = [signed(20.5), signed(90.5)];
const day = 86_400;

let gen = "";
let shop: Server;
let proxy: HttpServer;
const environment: Record<string, string> = {};

const portOf = async (server: HttpServer | Server): Promise<number> => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
};

const alerts = (app: RunningProcess): readonly string[] =>
  app
    .log()
    .split("\n")
    .flatMap((line) => (line.includes('"topic":"certificate"') ? [String(JSON.parse(line).message)] : []))
    .map((message) => message.replace(/:\d{2,}/, ""));

/** Days until certificates end, by kind and source. */
async function days({ admin }: RunningProcess): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${admin}/metrics`)).text();
  const found = text.matchAll(
    /^flow_certificate_expiry_timestamp_seconds\{flow_certificate="(\w+)",flow_certificate_source="([^"]+)".*\} (\S+)$/gm,
  );
  return Object.fromEntries(
    [...found].map(([, kind, source, time]) => [
      `${kind} ${source?.replace(/:\d+$/, "")}`,
      Math.floor((Number(time) - Date.now() / 1000) / day),
    ]),
  );
}

beforeAll(async () => {
  const ask = (options = "{}") =>
    `<request>{ "url": {{ $env/SHOP }}, "options": ${options} }</request><template>{}</template>`;
  const files = apiFiles({
    "/x": ask(),
    "/y": ask('{ "proxy-server": "$PROXY" }').replace('"$PROXY"', "{{ $env/PROXY }}"),
    "/z": ask('{ "client-certificate-file": "client.pem" }'),
    "/plain": `<request>{ "url": {{ $env/PLAIN }} }</request><template>{}</template>`,
  });
  const names = { certificate: { env: "SHOP_CERT" }, key: { env: "SHOP_KEY" }, ca: { env: "SHOP_CA" } };
  const upstreams = { "$env/SHOP": { "client-certificate": names } };
  const api = { ...JSON.parse(String(files["swagger.yaml"])), "x-flow-upstreams": upstreams };
  const own = identity("file", { by: authority, ends: 300.5 });
  gen = await built({
    ...files,
    "swagger.yaml": JSON.stringify(api),
    "client.pem": own.certificate + own.key,
  });
  // Each response ends its connection.
  shop = createHttpsServer((_, response) => response.setHeader("connection", "close").end("{}"));
  proxy = createServer((_, response) => response.end("{}")).on("connect", ({ url = "" }, socket) => {
    const to = connect(Number(url.split(":")[1]), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      to.pipe(socket).pipe(to);
    });
    for (const end of [socket, to]) end.on("error", () => {});
  });
  const ca = join(gen, "../ca.pem");
  writeFileSync(ca, authority.certificate);
  Object.assign(environment, {
    SHOP: `https://localhost:${await portOf(shop)}/`,
    PLAIN: `http://127.0.0.1:${await portOf(proxy)}/`,
    PROXY: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    SHOP_CERT: join(gen, "../client.pem"),
    SHOP_KEY: client.key,
    SHOP_CA: ca,
    NODE_EXTRA_CA_CERTS: ca,
    FLOW_ADMIN_PORT: "0",
  });
});
afterAll(() => {
  for (const server of [shop, proxy]) {
    server.closeAllConnections();
    server.close();
  }
});

/** From now on, the upstream system shows this. */
const show = ({ certificate, key }: Identity, ...chain: readonly Identity[]): void =>
  shop.setSecureContext({ cert: [certificate, ...chain.map((one) => one.certificate)].join(""), key });

const get = async (app: RunningProcess, path: string) =>
  expect([path, (await app.get(`/t/${path}`)).status]).toEqual([path, 200]);

const ownAlert = "Of the certificates for $SHOP, the certificate expires in 20 days.";
const shown = (ends: string) => `The certificate that localhost shows ${ends}.`;

describe("an app that serves", () => {
  test("tells when certificates end, once each, and sees others that take their places", async () => {
    writeFileSync(environment.SHOP_CERT ?? "", client.certificate);
    const app = await served(gen, environment);
    const patience = { timeout: 15_000, interval: 200 };
    try {
      await vi.waitFor(() => expect(alerts(app)).toEqual([ownAlert]), patience);
      const own = { "client $SHOP": 20, "ca $SHOP": 399, "client client.pem": 300 };
      expect(await days(app)).toEqual(own);
      const told = [ownAlert];
      const steps: readonly (readonly [days: number, isTold: boolean, show: () => void])[] = [
        [10, true, () => show(signed(10.5))],
        [5, true, () => show(signed(5.5))],
        [12, true, () => show(identity("leaf", { by: part, ends: 200 }), part)],
        [200, false, () => show(signed(200.5))],
      ];
      for (const [left, isTold, change] of steps) {
        change();
        if (isTold) told.push(shown(`expires in ${left} days`));
        await vi.waitFor(async () => {
          await get(app, "x");
          expect(await days(app)).toEqual({ ...own, "server localhost": left });
        }, patience);
        expect(alerts(app)).toEqual(told);
      }
      writeFileSync(environment.SHOP_CERT ?? "", later.certificate);
      const rotated = { ...own, "client $SHOP": 90, "server localhost": 200 };
      await vi.waitFor(async () => expect(await days(app)).toEqual(rotated), patience);
      // What is no certificate any more does not change what is used.
      writeFileSync(environment.SHOP_CERT ?? "", "nothing");
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      expect(await days(app)).toEqual(rotated);
    } finally {
      await app.stop();
    }
  });

  test("tells the same with workers, and of what is behind a proxy", async () => {
    writeFileSync(environment.SHOP_CERT ?? "", client.certificate);
    show(signed(7.5));
    const app = await served(gen, { ...environment, FLOW_WORKERS: "2" });
    try {
      await get(app, "y");
      await vi.waitFor(async () => {
        expect(alerts(app).toSorted()).toEqual([ownAlert, shown("expires in 7 days")]);
        const own = { "client $SHOP": 20, "ca $SHOP": 399, "client client.pem": 300 };
        expect(await days(app)).toEqual({ ...own, "server localhost": 7 });
      });
    } finally {
      await app.stop();
    }
  });

  test("serves without check.cjs, and says once what it lacks", async () => {
    const copy = join(gen, "../without");
    cpSync(gen, copy, { recursive: true });
    rmSync(join(copy, "check.cjs"));
    const app = await served(copy, environment);
    try {
      for (const path of ["plain", "x", "x"]) await get(app, path);
      expect(await days(app)).toEqual({});
      expect(alerts(app)).toEqual(["Certificates cannot be watched: is check.cjs beside server.js?"]);
    } finally {
      await app.stop();
    }
  });
});
