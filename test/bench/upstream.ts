/** The upstream system, a process of its own. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { upstreamBodies } from "./cases.js";
import { answer } from "./processes.js";

answer(async () => {
  const server = createServer((request, response) => {
    const body = upstreamBodies[request.url ?? ""];
    response.writeHead(body === undefined ? 404 : 200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body ?? ""),
    });
    response.end(body);
  });
  server.keepAliveTimeout = 600_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
});
