/** The upstream system, a process of its own, which costs as little as possible: it is not what is measured. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { upstreamBodies } from "./cases.js";
import { MessageReader } from "./message-reader.js";
import { answer } from "./processes.js";

const responses = new Map(
  Object.entries(upstreamBodies).map(([path, body]) => [path, response("200 OK", body, path)]),
);
const notFound = response("404 Not Found", "");

function response(status: string, body: string, path = ""): Buffer {
  const fields = {
    Date: new Date().toUTCString(),
    "Content-Type": path.endsWith(".xml") ? "application/xml" : "application/json",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-cache",
    ETag: '"d41d8cd98f00b204"',
    Server: "upstream",
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`);
}

answer(async () => {
  const server = createServer({ noDelay: true }, (socket) => {
    const reader = new MessageReader();
    socket.on("error", () => {});
    socket.on("data", (piece: Buffer) => {
      const head = reader.read(piece);
      if (head === undefined) return;
      const start = head.indexOf(" ") + 1;
      const path = head.toString("latin1", start, head.indexOf(" ", start));
      socket.write(responses.get(path) ?? notFound);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
});
