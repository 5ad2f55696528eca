import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Answers on loopback with what it is sent: `/text/html` as the body, of this type; `/field/set-cookie` as the value of
 * this field.
 */
export async function startUpstream(): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const [, first = "", second = ""] = (request.url ?? "").split(/[/?]/);
    try {
      if (first === "field")
        response.setHeader(second, body.toString("latin1").replace(/[^\t\x20-\x7e]/g, ""));
      else response.setHeader("content-type", `${first}/${second}`);
    } catch {
      // No value of a field. The answer goes without it.
    }
    response.end(first === "field" ? "<a>1</a>" : body);
  });
  server.on("clientError", (_, socket) => socket.destroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
