import type { IncomingMessage, ServerResponse } from "node:http";
import { shielded } from "./faults.js";

/** How much of a body that nobody wants is read, so that the connection can be used again. */
const maxBytes = 64 * 1024 * 1024;

/** How long, in milliseconds. */
const patience = 500;

/** Once the request is answered, reads what the client still sends. If that is too much, the connection ends. */
export function drainAfterwards(outgoing: ServerResponse): void {
  outgoing.on("close", drainRest);
}

/** A request that has come as a whole, such as one without a body, is left to Node. */
function drainRest(this: ServerResponse): void {
  const { req } = this;
  if (!req.complete && !req.destroyed) shielded(req.socket, drain)(req);
}

function drain(incoming: IncomingMessage): void {
  let bytes = 0;
  const { socket } = incoming;
  const giveUp = shielded(socket, () => socket.destroySoon());
  const timer = setTimeout(giveUp, patience);
  timer.unref();
  incoming.on("data", ({ byteLength }: Uint8Array) => {
    bytes += byteLength;
    if (bytes > maxBytes) giveUp();
  });
  for (const end of ["end", "error", "close"]) incoming.once(end, () => clearTimeout(timer));
  incoming.resume();
}
