/**
 * Connections that balancers keep, at their defaults: they end them before the app does. If the app did, a request that is
 * sent just then would be lost.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { needing } from "../support/needs.js";
import { fixture, flowc } from "../support/project.js";
import { served } from "../support/served.js";
import { onFreePort, type RunningProcess } from "../support/servers.js";
import { haproxy, nginx, type ProxyProgram } from "./balancer.js";

/** Passes bytes between a balancer and the app, and notes who ends each connection. */
class Relay {
  readonly ends: ("balancer" | "app")[] = [];

  private constructor(private readonly server: Server) {}

  static async to(port: number): Promise<Relay> {
    const server = createServer({ allowHalfOpen: true }, (client) => {
      const app = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      let isOver = false;
      const ended = (by: "balancer" | "app", other: Socket) => () => {
        if (!isOver) relay.ends.push(by);
        isOver = true;
        other.end();
      };
      // HAProxy ends some by a reset.
      client.on("end", ended("balancer", app)).on("error", ended("balancer", app));
      app.on("end", ended("app", client)).on("error", ended("app", client));
      client.pipe(app, { end: false });
      app.pipe(client, { end: false });
    }).listen(0, "127.0.0.1");
    const relay = new Relay(server);
    await once(server, "listening");
    return relay;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Resolves once a connection has ended. */
  async ended(): Promise<void> {
    while (this.ends.length === 0) await new Promise((resolve) => setTimeout(resolve, 200));
  }

  stop(): void {
    this.server.close();
  }
}

interface Balancer {
  readonly name: string;
  readonly program: ProxyProgram;
  configuration(port: number, to: number): string;
}

const balancers: readonly Balancer[] = [
  {
    name: "nginx",
    program: nginx,
    configuration: (port, to) => `upstream app { server 127.0.0.1:${to}; keepalive 16; }
server {
  listen 127.0.0.1:${port};
  location / { proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Connection ""; }
}
`,
  },
  {
    name: "HAProxy",
    program: haproxy,
    configuration: (port, to) => `defaults
  mode http
  timeout connect 5s
  timeout client 120s
  timeout server 120s
frontend public
  bind 127.0.0.1:${port}
  default_backend app
backend app
  server s 127.0.0.1:${to}
`,
  },
];

let directory: string;
let app: RunningProcess;

beforeAll(async () => {
  directory = scratchDirectory("kept-connections");
  expect(await flowc("build", fixture("hello"), "-o", join(directory, "gen"))).toMatchObject({ code: 0 });
  app = await served(join(directory, "gen"));
}, 60_000);

describe.concurrent.each(balancers)("$name", ({ name, program, configuration }) => {
  test("ends a connection that it keeps before the app does", {
    timeout: 120_000,
    ...needing(program),
  }, async ({ expect }) => {
    const relay = await Relay.to(Number(new URL(app.url).port));
    const balancer = await onFreePort((port) =>
      program.start(join(directory, name), port, configuration(port, relay.port)),
    );
    try {
      const answer = await balancer.get("/hello/Ada", { headers: { connection: "close" } });
      expect(answer.status).toBeLessThan(500);
      await answer.arrayBuffer();
      await relay.ended();
      expect(relay.ends).toEqual(relay.ends.map(() => "balancer"));
    } finally {
      await balancer.stop();
      relay.stop();
    }
  });
});
