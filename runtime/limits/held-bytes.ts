/**
 * How many bytes of bodies the process holds at once. A body costs many times its length once it is parsed: JSON such
 * as `[{},{},…]` takes 25 times as much. So what all requests hold together is bounded, and not only what one may send.
 * @module
 */
import { steadySetting } from "../environment/settings.js";

/** Whose bodies: a client's request, or an upstream's responses. Each has its own bound: neither keeps out the other. */
export type Sender = "client" | "upstream";

/** Bytes where the setting says nothing, and nobody knows how much memory there is. */
let defaultLimit = 32 * 1024 * 1024;

/** For the process as a whole: it has one memory. */
export function holdByDefault(bytes: number): void {
  defaultLimit = bytes;
}

const limits = {
  client: steadySetting("MAX_BODIES_BYTES", () => defaultLimit),
  upstream: steadySetting("MAX_UPSTREAM_BODIES_BYTES", () => defaultLimit),
};

/** Bytes that all bodies of these senders may take together. */
export function heldLimit(bindings: unknown, sender: Sender): number {
  return limits[sender](bindings);
}

const held = { client: 0, upstream: 0 };

/** The part of a server's response that tells when the client has it, or is gone. */
interface Outgoing {
  readonly closed?: boolean;
  readonly destroyed?: boolean;
  once?(event: "close", listener: () => void): unknown;
}

/** The bytes that one request holds, until it is answered and the server is done with the response. */
export class HeldBytes {
  readonly #bindings: unknown;
  readonly #bytes = { client: 0, upstream: 0 };
  #isAnswered = false;
  /** Whether the client has the response, or is gone. Where no server tells, the answer has to do. */
  #isClosed = true;

  constructor(bindings: unknown) {
    this.#bindings = bindings;
    const { outgoing } = (bindings ?? {}) as { readonly outgoing?: Outgoing };
    if (typeof outgoing?.once !== "function" || outgoing.closed === true || outgoing.destroyed === true)
      return;
    this.#isClosed = false;
    outgoing.once("close", () => {
      this.#isClosed = true;
      this.#release();
    });
  }

  hasRoom(sender: Sender, bytes: number): boolean {
    return held[sender] + bytes <= heldLimit(this.#bindings, sender);
  }

  /** False, and nothing is taken, if there is no room for so many more, or the request is over. */
  take(sender: Sender, bytes: number): boolean {
    if (this.#isOver || !this.hasRoom(sender, bytes)) return false;
    held[sender] += bytes;
    this.#bytes[sender] += bytes;
    return true;
  }

  /** The response is made, or, where it is a stream, at its end. */
  answered(): void {
    this.#isAnswered = true;
    this.#release();
  }

  get #isOver(): boolean {
    return this.#isAnswered && this.#isClosed;
  }

  #release(): void {
    if (!this.#isOver) return;
    for (const sender of ["client", "upstream"] as const) {
      held[sender] -= this.#bytes[sender];
      this.#bytes[sender] = 0;
    }
  }
}
