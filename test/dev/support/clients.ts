import { Agent, request } from "node:http";

/** Clients that ask for one URL over and over, each over a connection that it keeps. */
export class Clients {
  #isOver = false;
  readonly #agent: Agent;
  readonly #running: readonly Promise<void>[];
  readonly #connections = new Set<unknown>();

  /** Answers with another status than 200, and requests without an answer. */
  readonly failures: string[] = [];
  /** How often each text was the answer. */
  readonly answers = new Map<string, number>();

  constructor(
    readonly url: string,
    number: number,
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: number });
    this.#running = Array.from({ length: number }, () => this.#askOn());
  }

  get connections(): number {
    return this.#connections.size;
  }

  /** How many requests were answered as they should be. */
  get answered(): number {
    return [...this.answers.values()].reduce((sum, times) => sum + times, 0);
  }

  /** Resolves when the last one has its answer. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
    this.#agent.destroy();
  }

  async #askOn(): Promise<void> {
    while (!this.#isOver) {
      try {
        const { status, text } = await this.#ask();
        if (status === 200) this.answers.set(text, (this.answers.get(text) ?? 0) + 1);
        else this.failures.push(`${status}: ${text}`);
      } catch (error) {
        this.failures.push(String(error));
      }
    }
  }

  #ask(): Promise<{ readonly status: number | undefined; readonly text: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(this.url, { agent: this.#agent }, (response) => {
        this.#connections.add(response.socket);
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.once("end", () => resolve({ status: response.statusCode, text }));
        response.once("error", reject);
      });
      sent.once("error", reject);
      sent.end();
    });
  }
}
