/**
 * How many bytes of bodies the process holds at once. A parsed body takes many times its length: JSON such as
 * `[{},{},…]` takes 25 times as much. So there is a bound for what all requests hold together, and not only for each
 * body.
 * @module
 */
import { setting } from "./settings.js";

/**
 * Whose bodies: those of clients' requests, or of upstreams' responses. Each has a bound of its own, so that neither
 * keeps out the other.
 */
export type Sender = "client" | "upstream";

/** The bound in bytes if no setting says another one, and nobody knows how much memory there is. */
let defaultLimit = 32 * 1024 * 1024;

/** Sets the bound for the whole process, since it has one memory. */
export function holdByDefault(bytes: number): void {
  defaultLimit = bytes;
}

/** How many bytes all bodies of these senders may take together. */
export function heldLimit(bindings: unknown, sender: Sender): number {
  return (
    setting(bindings, sender === "client" ? "MAX_BODIES_BYTES" : "MAX_UPSTREAM_BODIES_BYTES") ?? defaultLimit
  );
}

const held = { client: 0, upstream: 0 };

/** How many bytes all bodies take now, by who has sent them. */
export function heldBytes(): Readonly<Record<Sender, number>> {
  return held;
}

/** The part of a server's response that tells when the client has it, or has gone. */
interface Outgoing {
  readonly closed?: boolean;
  readonly destroyed?: boolean;
  on?(event: "close", listener: () => void): unknown;
}

/** The bytes that one request holds until it is answered and the server has finished the response. */
export class HeldBytes {
  readonly #bindings: unknown;
  readonly #bytes = { client: 0, upstream: 0 };
  #isAnswered = false;
  /** True if the client has the response, or has gone. True from the start if no server tells. */
  #isClosed = true;

  constructor(bindings: unknown) {
    this.#bindings = bindings;
    const { outgoing } = (bindings ?? {}) as { readonly outgoing?: Outgoing };
    if (typeof outgoing?.on !== "function" || outgoing.closed === true || outgoing.destroyed === true) return;
    this.#isClosed = false;
    outgoing.on("close", () => {
      this.#isClosed = true;
      this.#release();
    });
  }

  hasRoom(sender: Sender, bytes: number): boolean {
    return held[sender] + bytes <= heldLimit(this.#bindings, sender);
  }

  /** Takes room for so many more bytes. False, and nothing is taken, if there is none, or if the request is over. */
  take(sender: Sender, bytes: number): boolean {
    if (this.#isOver || !this.hasRoom(sender, bytes)) return false;
    held[sender] += bytes;
    this.#bytes[sender] += bytes;
    return true;
  }

  /** The response is made; if it is a stream, it has ended. */
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
