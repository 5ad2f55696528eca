/** A collector that takes everything and keeps nothing, a process of its own. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answer } from "./processes.js";

answer(async () => {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
});
