/** Options about connections, against real servers: TLS, client certificates, proxies, other places to connect to. */
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import {
  type AddressInfo,
  connect,
  createServer as createNetServer,
  type Server,
  type Socket,
} from "node:net";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, flow } from "../support/samples.js";
import { type RunningServer, upstream } from "../support/servers.js";
import { selfSigned } from "./certificates.js";
import { failed } from "./environment.js";
import { type Mirrored, mirror, reflect } from "./mirror.js";

const server = selfSigned("server");

const running: Server[] = [];
afterAll(() => {
  for (const one of running) one.close();
});

async function listen<S extends Server>(one: S): Promise<number> {
  running.push(one);
  one.listen(0, "127.0.0.1");
  await once(one, "listening");
  return (one.address() as AddressInfo).port;
}

/** An upstream over TLS that answers with what it knows of the connection. */
const secure = (options: ServerOptions = {}): Promise<number> =>
  listen(
    createServer({ cert: server.certificate, key: server.key, ...options }, (request, response) => {
      const socket = request.socket as TLSSocket;
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          host: request.headers.host,
          version: socket.getProtocol(),
          cipher: socket.getCipher().name,
          name: socket.servername,
          peer: socket.getPeerCertificate().subject?.CN,
          port: socket.remotePort,
        }),
      );
    }),
  );

/** Returns the answer of an upstream to a request with options. */
async function request(url: string, options: object) {
  const app = await flow(
    `<request>${JSON.stringify({ url, options: { timeout: 2, ...options } })}</request>`,
  );
  return ask(app);
}

describe("TLS", () => {
  let port: number;
  beforeAll(async () => {
    port = await secure();
  });
  const get = (options: object) => request(`https://localhost:${port}/`, options);

  test("a certificate that nobody vouches for is refused", async () => {
    failed(/SELF_SIGNED_CERT/)(await get({ "tls-version": "auto" }));
  });

  test("ignore-certificate-errors", async () => {
    expect((await get({ "ignore-certificate-errors": true })).json()).toMatchObject({
      version: "TLSv1.3",
      host: `localhost:${port}`,
    });
    failed(/SELF_SIGNED_CERT/)(await get({ "ignore-certificate-errors": false }));
  });

  test("tls-version", async () => {
    const version = async (name: string) =>
      (await get({ "ignore-certificate-errors": true, "tls-version": name })).json();
    expect(await version("TLSv1.2")).toMatchObject({ version: "TLSv1.2" });
    expect(await version("TLSv1.3")).toMatchObject({ version: "TLSv1.3" });
    expect(await version("TLSv1")).toMatchObject({ version: "TLSv1.3" });
    expect(await version("auto")).toMatchObject({ version: "TLSv1.3" });
  });

  test("a version that the server does not have fails", async () => {
    const old = await secure({ maxVersion: "TLSv1.2" });
    const options = { "ignore-certificate-errors": true, "tls-version": "TLSv1.3" };
    failed(/connection failed/)(await request(`https://localhost:${old}/`, options));
  });

  test("tls-ciphers", async () => {
    const cipher = "ECDHE-RSA-AES256-GCM-SHA384";
    const options = { "ignore-certificate-errors": true, "tls-version": "TLSv1.2", "tls-ciphers": cipher };
    expect((await get(options)).json()).toMatchObject({ cipher });
    failed(/TLS cannot be used/)(await get({ ...options, "tls-ciphers": "NO-SUCH-CIPHER" }));
  });
});

describe("client certificates", () => {
  const trusted = selfSigned("client");
  const encrypted = selfSigned("encrypted", "secret");
  const other = selfSigned("other");
  const files = {
    "tls/client.pem": trusted.certificate + trusted.key,
    "tls/encrypted.pem": encrypted.certificate + encrypted.key,
    "tls/other.pem": other.certificate + other.key,
    "tls/key.pem": trusted.key,
  };
  let port: number;
  beforeAll(async () => {
    port = await secure({
      ca: [trusted.certificate, encrypted.certificate],
      requestCert: true,
      rejectUnauthorized: true,
    });
  });

  type Action = (config: object) => string;
  const single: Action = (config) => `<request>${JSON.stringify(config)}</request>`;
  const several: Action = (config) => `<requests>${JSON.stringify({ main: config })}</requests>`;
  const proxied: Action = (config) => `<proxy-request>${JSON.stringify(config)}</proxy-request>`;

  const get = async (options: object, action = single) => {
    const all = { "ignore-certificate-errors": true, ...options };
    return ask(await flow(action({ url: `https://localhost:${port}/`, options: all }), { files }));
  };

  test.each([single, several, proxied])("are sent", async (action) => {
    const response = await get({ "client-certificate-file": "tls/client.pem" }, action);
    expect(response.json()).toMatchObject({ peer: "client" });
  });

  test("with a password", async () => {
    const options = { "client-certificate-file": "fit://site/tls/encrypted.pem" };
    const response = await get({ ...options, "client-certificate-password": "secret" });
    expect(response.json()).toMatchObject({ peer: "encrypted" });
    failed(/TLS cannot be used/)(await get({ ...options, "client-certificate-password": "wrong" }));
    failed(/TLS cannot be used/)(await get(options));
  });

  test("that are missing, not trusted or not whole are a failure", async () => {
    failed(/connection failed/)(await get({}));
    failed(/connection failed/)(await get({ "client-certificate-file": "tls/other.pem" }));
    failed(/TLS cannot be used/)(await get({ "client-certificate-file": "tls/key.pem" }));
  });

  test("no secret is in the log or in the answer", async () => {
    const response = await get({
      "client-certificate-file": "tls/encrypted.pem",
      "client-certificate-password": "wrong-password",
    });
    expect(response.text + JSON.stringify(response.log)).not.toMatch(/wrong-password|BEGIN|PRIVATE/);
  });
});

describe("transport", () => {
  let plain: RunningServer;
  beforeAll(async () => {
    plain = await mirror();
  });
  afterAll(() => plain.stop());

  test("connects to another server and port, and still asks for the URL's", async () => {
    const options = { "transport-server": "127.0.0.1", "transport-port": new URL(plain.url).port };
    const seen = (await request("http://shop.example/a?b", options)).json() as Mirrored;
    expect([seen.url, seen.headers.host]).toEqual(["/a?b", "shop.example"]);
  });

  test("speaks another protocol", async () => {
    const { port } = new URL(plain.url);
    const options = { "transport-server": "127.0.0.1", "transport-protocol": "http", "transport-port": port };
    const seen = (await request("https://shop.example/", options)).json() as Mirrored;
    expect(seen.headers.host).toBe("shop.example");
  });

  test("speaks TLS with the URL's name", async () => {
    const port = await secure();
    const options = {
      "ignore-certificate-errors": true,
      "transport-server": "127.0.0.1",
      "transport-protocol": "https",
      "transport-port": port,
    };
    expect((await request("http://shop.example/", options)).json()).toMatchObject({
      host: "shop.example",
      name: "shop.example",
    });
    failed(/ALTNAME|SELF_SIGNED/)(
      await request("http://shop.example/", { ...options, "ignore-certificate-errors": false }),
    );
  });
});

describe("proxy-server", () => {
  let seen: { method: string | undefined; url: string | undefined; authorization: string | undefined }[] = [];
  let port: number;
  let target: RunningServer;

  beforeAll(async () => {
    target = await upstream(reflect);
    const proxy = createHttpServer((incoming, response) => {
      const { method, url, headers } = incoming;
      seen.push({ method, url, authorization: headers["proxy-authorization"] });
      if (url?.includes("/refused")) return response.writeHead(407).end();
      return reflect(incoming, response);
    });
    proxy.on("connect", ({ method, url = "", headers }, client: Socket) => {
      seen.push({ method, url, authorization: headers["proxy-authorization"] });
      const [host, toPort] = url.split(":");
      if (host === "refused.example") {
        client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
        return;
      }
      const upstreamSocket = connect(Number(toPort), host, () => {
        client.write("HTTP/1.1 200 OK\r\n\r\n");
        upstreamSocket.pipe(client).pipe(upstreamSocket);
      });
      for (const socket of [client, upstreamSocket]) socket.on("error", () => upstreamSocket.destroy());
    });
    port = await listen(proxy);
  });
  afterAll(() => target.stop());

  const get = async (url: string, options: object = {}) => {
    seen = [];
    return request(url, { "proxy-server": `127.0.0.1:${port}`, ...options });
  };

  test("takes http requests with their whole URL", async () => {
    const response = await get("http://shop.example/a?b");
    expect(response.json()).toMatchObject({
      url: "http://shop.example/a?b",
      headers: { host: "shop.example" },
    });
    expect(seen).toMatchObject([{ method: "GET", authorization: undefined }]);
  });

  test("makes a tunnel for https requests", async () => {
    const secured = await secure();
    const response = await get(`https://localhost:${secured}/`, { "ignore-certificate-errors": true });
    expect(response.json()).toMatchObject({ host: `localhost:${secured}`, version: "TLSv1.3" });
    expect(seen).toMatchObject([{ method: "CONNECT", url: `localhost:${secured}` }]);
  });

  test("the certificate behind a tunnel is checked", async () => {
    failed(/connection failed/)(await get(`https://localhost:${await secure()}/`));
  });

  test("proxy-credentials", async () => {
    const token = `Basic ${Buffer.from("ada:s:1").toString("base64")}`;
    const options = { "proxy-credentials": "ada:s:1", "ignore-certificate-errors": true };
    await get("http://shop.example/", options);
    expect(seen).toMatchObject([{ authorization: token }]);
    await get(`https://localhost:${await secure()}/`, options);
    expect(seen).toMatchObject([{ method: "CONNECT", authorization: token }]);
  });

  test("that refuses is a failure", async () => {
    failed(/connection failed/)(await get("http://shop.example/refused"));
    failed(/connection failed/)(await get("https://refused.example/"));
  });

  test("that is not there is a failure", async () => {
    failed(/ECONNREFUSED/)(await get("http://shop.example/", { "proxy-server": "127.0.0.1:1" }));
  });

  test.each(["ftp://127.0.0.1:1", "127.0.0.1:1/path", "a b", "http://u:p@127.0.0.1:1"])(
    "%s is none",
    async (name) => {
      // The build refuses some of these where they are constant.
      const app = await flow(
        '<request>{ "url": "http://shop.example/", "options": { "proxy-server": {{ $request/get/name }} } }</request>',
      );
      failed(/must be a host with a port/)(await ask(app, { query: `name=${encodeURIComponent(name)}` }));
    },
  );
});

test("disable-connection-reuse", async () => {
  const sockets = new Set<unknown>();
  const counting = await upstream((incoming, response) => {
    sockets.add(incoming.socket);
    return reflect(incoming, response);
  });
  const get = async (options: object) => {
    const app = await flow(`<request>${JSON.stringify({ url: counting.url, options })}</request>`);
    sockets.clear();
    for (let count = 0; count < 3; count++) await ask(app);
    return sockets.size;
  };
  try {
    expect(await get({ "disable-connection-reuse": true })).toBe(3);
    expect(await get({ "disable-connection-reuse": false })).toBeLessThan(3);
  } finally {
    await counting.stop();
  }
});

test("connect-timeout counts with other options, too", async () => {
  const silent = await listen(createNetServer());
  const options = { "connect-timeout": 0.2, "tls-version": "auto" };
  failed(/ETIMEDOUT/, 504)(await request(`https://127.0.0.1:${silent}/`, options));
});
