import type { Case } from "./cases.js";
import { compareServers } from "./http.js";
import { startHelper } from "./processes.js";
import { bundleByHand, flowc, freshDirectory, write } from "./project.js";
import type { Row } from "./table.js";

const target = 0.9;

const description = {
  swagger: "2.0",
  basePath: "/api",
  paths: { "/**": { "x-flow": "proxy.xml" } },
};

const flow = `<flow>
  <proxy-request>{ "origin": {{ $env/UPSTREAM }}, "stripEndpoint": true, "options": { "timeout": 60 } }</proxy-request>
</flow>`;

const body = (bytes: number): string => JSON.stringify("x".repeat(bytes - 2));

const cases: readonly Case[] = [
  { name: "a response of 1 KB", method: "GET", path: "/api/kilobyte", status: 200 },
  { name: "a response of 10 MB", method: "GET", path: "/api/megabytes", status: 200, connections: 4 },
  { name: "a request of 1 KB", method: "POST", path: "/api/user", body: body(1_000), status: 200 },
  {
    name: "a request of 10 MB",
    method: "POST",
    path: "/api/user",
    body: body(10_000_000),
    status: 200,
    connections: 4,
  },
];

/** Requests per second through a proxy, beside `hono/proxy`. */
export async function proxy(quick: boolean): Promise<Row[]> {
  const flows = freshDirectory("proxy-flows");
  write(flows, { "swagger.yaml": JSON.stringify(description), "proxy.xml": flow });
  const out = freshDirectory("proxy");
  await flowc(flows, out);
  const byHand = await bundleByHand("proxy.ts", `${out}/by-hand/server.cjs`);
  const upstream = startHelper("upstream");
  const env = { UPSTREAM: `http://127.0.0.1:${await upstream.ask<number>({})}` };
  try {
    return await compareServers(cases, quick, target, {
      generated: [`${out}/server.js`, "/api/user", env],
      reference: [byHand, "/api/user", env],
    });
  } finally {
    await upstream.stop();
  }
}
