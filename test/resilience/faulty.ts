import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type RunningServer, received, upstream } from "../support/servers.js";

/** A step of an upstream: a status, "hang" for none, or "cut" for a connection that breaks. */
export type Step =
  | number
  | "hang"
  | "cut"
  | { readonly status: number; readonly headers: Record<string, string> };

/** An upstream that answers step by step, and then as the last step says. Flows find it as `$env/FAULTY`. */
export class Faulty {
  url = "";
  /** The requests so far: method, path and body. */
  seen: string[] = [];
  /** How many it is answering now, and the most that it ever answered at once. */
  active = 0;
  most = 0;
  steps: Step[] = [];
  /** Milliseconds before each answer. */
  delay = 0;
  #server!: RunningServer;

  constructor() {
    beforeAll(async () => {
      this.#server = await upstream(async (request, response) => {
        this.most = Math.max(this.most, ++this.active);
        response.on("close", () => this.active--);
        this.seen.push(await described(request));
        if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
        const step = (this.steps.length > 1 ? this.steps.shift() : this.steps[0]) ?? 200;
        if (step === "hang") return;
        if (step === "cut") return void request.socket.destroy();
        const { status, headers } = typeof step === "number" ? { status: step, headers: {} } : step;
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(JSON.stringify({ n: this.seen.length }));
      });
      this.url = this.#server.url;
      process.env.FAULTY = this.url;
    });
    beforeEach(() => {
      Object.assign(this, { seen: [], most: 0, steps: [], delay: 0 });
    });
    afterAll(() => this.#server.stop());
  }
}

async function described(request: IncomingMessage): Promise<string> {
  const body = await received(request);
  return `${request.method} ${request.url}${body && ` ${body}`}`;
}
