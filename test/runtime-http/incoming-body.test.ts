/** The body of a request that is read piece by piece while others have a hand in the request, too. */
import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { IncomingPieces } from "../../runtime/server/node/incoming-body.js";

test("what comes before anybody asks for it is kept", async () => {
  const received = new Promise<string>((resolve, reject) => {
    const server = createServer(async (incoming, outgoing) => {
      try {
        const pieces = new IncomingPieces(incoming);
        let text = "";
        for (let piece = await pieces.next(); piece !== undefined; piece = await pieces.next()) {
          text += Buffer.from(piece).toString();
          incoming.resume(); // as Node does once a request is answered
          await new Promise((done) => setTimeout(done, 20));
        }
        resolve(text);
      } catch (error) {
        reject(error);
      } finally {
        outgoing.end(() => server.close());
      }
    });
    server.listen(0, "127.0.0.1", async () => {
      const { port } = server.address() as AddressInfo;
      const client = send({ host: "127.0.0.1", port, method: "POST" });
      client.on("response", (response) => response.resume());
      for (const piece of ["one ", "two ", "three "]) {
        client.write(piece);
        await new Promise((done) => setTimeout(done, 10));
      }
      client.end("four");
      await once(client, "close");
    });
  });
  expect(await received).toBe("one two three four");
});
