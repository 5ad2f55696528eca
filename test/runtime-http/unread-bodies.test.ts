/** Bodies that no flow reads: the server answers, and takes what still comes off the connection, within bounds. */
import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer } from "../../runtime/server/node/create-server.js";
import { serverLimits } from "../../runtime/server/node/server-limits.js";
import { app } from "../support/compile.js";

let server: Server;

beforeAll(async () => {
  const files = {
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      paths: { "/a": { get: { "x-flow": "a.xml" }, post: { "x-flow": "a.xml" } } },
    }),
    "a.xml": "<flow><echo>answered</echo></flow>",
  };
  server = createServer(await app(files), "localhost", serverLimits());
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  server.close().closeAllConnections();
});

const head = (method: string, target: string, length: number) =>
  `${method} ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

/** Sends texts on one connection, and resolves to what comes back until `isEnough`, or until it is closed. */
async function exchange(texts: readonly string[], isEnough: (received: string) => boolean): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    received += text;
    if (isEnough(received)) socket.destroy();
  });
  socket.on("error", () => {});
  for (const text of texts) socket.write(text);
  await once(socket, "close");
  return received;
}

const answers = (received: string) => received.split("answered").length - 1;

// The path of the second target has to be decoded.
test.each(["/a", "/%61"])("the next request on the connection is answered: %s", async (target) => {
  const texts = [head("POST", target, 300_000), "x".repeat(300_000), head("GET", target, 0)];
  expect(answers(await exchange(texts, (received) => answers(received) === 2))).toBe(2);
});

test.each(["/a", "/%61"])("a connection ends on which the rest does not come: %s", async (target) => {
  const started = performance.now();
  expect(answers(await exchange([head("POST", target, 300_000), "x"], () => false))).toBe(1);
  expect(performance.now() - started).toBeLessThan(5000);
});
