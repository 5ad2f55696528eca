/**
 * The configurations of docs/deploying.md for proxies in front: the real programs start with them, with other addresses and
 * certificates, and do what the page says.
 */
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:http2";
import { connect as connectTcp } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { scratchDirectory } from "../support/compile.js";
import { needing } from "../support/needs.js";
import { served } from "../support/served.js";
import { onFreePort, type RunningProcess, type RunningServer, reply, upstream } from "../support/servers.js";
import { type Certificate, selfSigned } from "../upstream/certificates.js";
import { haproxy, nginx, type ProxyProgram } from "./balancer.js";
import { blockOf } from "./deploying-page.js";

const openssl = { name: "openssl: apt-get install openssl", isThere: existsSync("/usr/bin/openssl") };

interface Proxy {
  readonly name: string;
  readonly file: string;
  readonly program: ProxyProgram;
  /** The certificate and its key, by the paths of the page. */
  readonly certificates: (own: Certificate) => Readonly<Record<string, string>>;
  readonly listen: string;
}

const proxies: readonly Proxy[] = [
  {
    name: "nginx",
    file: "# /etc/nginx/conf.d/orders.conf",
    program: nginx,
    certificates: ({ certificate, key }) => ({
      "/etc/nginx/tls/certificate.pem": certificate,
      "/etc/nginx/tls/key.pem": key,
    }),
    listen: "listen 443",
  },
  {
    name: "HAProxy",
    file: "# /etc/haproxy/haproxy.cfg",
    program: haproxy,
    certificates: ({ certificate, key }) => ({ "/etc/haproxy/tls/orders.pem": certificate + key }),
    listen: "bind :443",
  },
];

const description = `swagger: "2.0"
info: { title: Orders, version: "1" }
paths:
  /orders: { x-flow: orders.xml }
`;

const orders = `<flow>
  <request>{ "url": {{ concat($env/USERS_API, "/users") }} }</request>
  <template>{
    "host": {{ $request/headers/host }},
    "client": {{ $request/client-address }},
    "user": {{ content()/json/host }},
    "text": "${"All work and no play. ".repeat(100)}"
  }</template>
</flow>`;

/** The address of the client; that of the proxy is another one. */
const client = "127.0.0.3";

interface Answer {
  readonly status: number;
  readonly encoding: string | undefined;
  readonly vary: string | undefined;
  readonly text: string;
}

/** Asks over TLS with HTTP/2, which is the only protocol that this client speaks. */
async function ask(
  port: number,
  ca: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const socket = connectTcp({ port, host: "127.0.0.1", localAddress: client });
  const session = connect(`https://127.0.0.1:${port}`, {
    createConnection: () => connectTls({ socket, ca, host: "127.0.0.1", ALPNProtocols: ["h2"] }),
  });
  try {
    const stream = session.request({ ":path": path, ":authority": "api.example.com", ...headers });
    const [head] = (await once(stream, "response")) as [Readonly<Record<string, string>>];
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    expect(session.alpnProtocol).toBe("h2");
    const encoding = head["content-encoding"];
    const body = Buffer.concat(chunks);
    const text = (encoding === "gzip" ? gunzipSync(body) : body).toString("utf8");
    return { status: Number(head[":status"]), encoding, vary: head.vary, text };
  } finally {
    session.close();
  }
}

let directory: string;
let own: Certificate;

beforeAll(async () => {
  if (!openssl.isThere) return;
  directory = scratchDirectory("proxies");
  own = selfSigned("proxies");
}, 60_000);

describe.each(proxies)("$name", ({ name, file, program, certificates, listen }) => {
  const needs = { name: `${program.name}; ${openssl.name}`, isThere: program.isThere && openssl.isThere };
  const running: RunningServer[] = [];
  let apps: readonly RunningProcess[] = [];
  let users: readonly RunningServer[] = [];
  let port: number;

  /** The configuration of the page, with other addresses and paths of certificates. */
  function configuration(outside: number, inside: number): string {
    let text = blockOf(file);
    const change = (from: string, to: string) => {
      expect(text).toContain(from);
      text = text.replaceAll(from, to);
    };
    for (const [path, content] of Object.entries(certificates(own))) {
      const copy = join(directory, `${name}-${path.split("/").pop()}`);
      writeFileSync(copy, content);
      change(path, copy);
    }
    change(listen, listen.replace(/:?443/, `127.0.0.1:${outside}`));
    change("10.0.0.10:8101", `127.0.0.1:${inside}`);
    for (const [index, { url, admin }] of apps.entries()) {
      change(`app-${index + 1}.internal:8080`, new URL(url).host);
      text = text.replace(/check port 9090$/m, `check port ${new URL(admin).port}`);
    }
    for (const [index, { url }] of users.entries())
      change(`users-${index + 1}.internal:8080`, new URL(url).host);
    expect(text).not.toMatch(/^[^#\n]*(?:internal:|10\.0\.0|9090|\/etc\/)/m);
    return text;
  }

  beforeAll(async () => {
    if (!needs.isThere) return;
    const started = async <T extends RunningServer>(server: Promise<T>): Promise<T> => {
      running.push(await server);
      return server;
    };
    const user = () =>
      started(upstream(({ headers }, response) => reply(response, 200, { host: headers.host })));
    users = [await user(), await user()];
    await onFreePort(async (inside) => {
      const env = {
        USERS_API: `http://127.0.0.1:${inside}`,
        ...{ FLOW_ADMIN_PORT: "0", FLOW_TRUSTED_PROXIES: "127.0.0.1" },
      };
      const app = () => served({ "swagger.yaml": description, "orders.xml": orders }, env);
      apps = [await app(), await app()];
      await onFreePort((outside) => {
        port = outside;
        return started(program.start(join(directory, name), inside, configuration(outside, inside)));
      });
    });
  }, 60_000);

  afterAll(() => Promise.all(running.map((each) => each.stop())));

  const expected = { host: "api.example.com", client, user: "users.example.com" };

  test("answers over TLS with HTTP/2, compressed, and tells the app who called", needing(needs), async () => {
    // What a client says itself is not believed.
    const headers = { "accept-encoding": "gzip", "x-forwarded-for": "203.0.113.9" };
    const { text, ...answer } = await ask(port, own.certificate, "/orders", headers);
    expect(answer).toEqual({
      status: 200,
      encoding: "gzip",
      vary: expect.stringMatching(/^accept-encoding$/i),
    });
    expect(JSON.parse(text)).toMatchObject(expected);
  });

  test("answers plainly those that take nothing else", needing(needs), async () => {
    const { status, encoding, text } = await ask(port, own.certificate, "/orders");
    expect([status, encoding]).toEqual([200, undefined]);
    expect(JSON.parse(text)).toMatchObject(expected);
  });

  test(
    "answers all requests when an instance and an address of an upstream system are gone",
    needing(needs),
    async () => {
      apps[0]?.signal("SIGKILL");
      await users[0]?.stop();
      running.splice(running.indexOf(users[0] as RunningServer), 1);
      for (let times = 0; times < 20; times++) {
        const { status, text } = await ask(port, own.certificate, "/orders");
        expect([status, text]).toEqual([200, expect.stringContaining(expected.user)]);
      }
    },
  );
});

test("the configuration for Envoy names what it has, and the ports of the others", () => {
  const text = blockOf("# /etc/envoy/envoy.yaml");
  const { static_resources: resources } = parse(text) as {
    static_resources: { listeners: readonly unknown[]; clusters: readonly { readonly name: string }[] };
  };
  const asked = [...text.matchAll(/cluster: (\w+)/g)].map(([, cluster]) => cluster);
  expect(new Set(asked)).toEqual(new Set(resources.clusters.map(({ name }) => name)));
  const addresses = [...text.matchAll(/address: ([\w.-]+), port_value: (\d+)/g)].map(
    ([, host, port]) => `${host}:${port}`,
  );
  const [app, users] = ["app", "users"].map((name) => [`${name}-1.internal:8080`, `${name}-2.internal:8080`]);
  expect(addresses).toEqual(["0.0.0.0:443", "10.0.0.10:8101", ...(app ?? []), ...(users ?? [])]);
});
