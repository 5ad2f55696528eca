/** An upstream system that gets another address while requests are sent to it. */

import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { served } from "../support/served.js";

/** Looks up the name of the system as a file says at that time; all others as usual. */
const resolver = `const dns = require("node:dns");
const { readFileSync } = require("node:fs");
const usual = dns.lookup;
dns.lookup = (name, options, done) => {
  if (name !== "prices.test") return usual(name, options, done);
  const address = readFileSync(__dirname + "/address", "utf8");
  process.nextTick(() => (options.all ? done(null, [{ address, family: 4 }]) : done(null, address, 4)));
};
`;

const flow = `<flow>
  <request>{ "url": {{ concat($env/PRICES, "/price") }} }</request>
</flow>
`;

const files = {
  "swagger.yaml": `swagger: "2.0"
x-flow-upstreams: { $env/AGED: { connection-age: 1 } }
paths:
  /price: { x-flow: price.xml }
`,
  "price.xml": flow,
};

const addresses = ["127.0.0.1", "127.0.0.2"];

const directory = scratchDirectory("new-addresses");
writeFileSync(join(directory, "resolver.cjs"), resolver);
let servers: readonly Server[] = [];
let port: number;

const answering = (address: string) =>
  createServer((_, response) => {
    // As a server does that keeps connections for long.
    response.setHeader("Keep-Alive", "timeout=60");
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ address }));
  });

beforeAll(async () => {
  const first = answering("127.0.0.1").listen(0, "127.0.0.1");
  await once(first, "listening");
  port = (first.address() as AddressInfo).port;
  const second = answering("127.0.0.2").listen(port, "127.0.0.2");
  await once(second, "listening");
  servers = [first, second];
});

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

test.each([
  ["the setting", { FLOW_UPSTREAM_CONNECTION_AGE: "1" }],
  ["x-flow-upstreams", { AGED: "same" }],
])("is found there within the longest age of connections, by %s", async (_, settings) => {
  const system = `http://prices.test:${port}`;
  writeFileSync(join(directory, "address"), "127.0.0.1");
  const app = await served(files, {
    PRICES: system,
    NODE_OPTIONS: `--require=${join(directory, "resolver.cjs")}`,
    ...settings,
    ...("AGED" in settings && { AGED: system }),
  });
  const ask = async () => ((await (await app.get("/price")).json()) as { address: string }).address;
  expect(await ask()).toBe("127.0.0.1");
  writeFileSync(join(directory, "address"), "127.0.0.2");
  // The connection is in use all the time: it is not idleness that ends it.
  expect(await ask()).toBe("127.0.0.1");
  const seen: string[] = [];
  while (seen.at(-1) !== "127.0.0.2") {
    seen.push(await ask());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(seen.length).toBeGreaterThan(1);
  expect(new Set(seen)).toEqual(new Set(addresses));
});
