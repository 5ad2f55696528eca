/** The body of a request that is read piece by piece while others have a hand in the request, too. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { Deadline } from "../../runtime/base/timeout.js";
import { IncomingPieces, readAll } from "../../runtime/server/node/incoming-body.js";

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

test("a request that was read, and its deadline, keep nothing that was made of its body", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const kept: (IncomingMessage | Deadline)[] = [];
  const made: WeakRef<object>[] = [];
  const server = createServer((incoming, outgoing) => {
    const flow = { body: "" };
    made.push(new WeakRef(flow));
    const deadline = new Deadline(60_000, () => void flow.body);
    kept.push(incoming, deadline);
    readAll(
      incoming,
      (bytes) => {
        deadline.end();
        flow.body = Buffer.from(bytes).toString();
        outgoing.end(flow.body);
      },
      () => void flow.body,
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: "one" });
  expect(await response.text()).toBe("one");
  await new Promise((done) => setTimeout(done, 20)); // a turn of the event loop ends what began in it
  collectGarbage();
  expect(made.map((one) => one.deref())).toEqual([undefined]);
  expect(kept).toHaveLength(2);
  server.closeAllConnections();
  server.close();
});
