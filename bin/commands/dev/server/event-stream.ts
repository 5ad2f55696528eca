import type { IncomingMessage, ServerResponse } from "node:http";
import { guardingFields } from "./answers.js";

/** Bytes that may wait for a page that does not read. Then it is dropped; it asks again when it is back. */
const maxBacklog = 4 * 1024 * 1024;

const maxPages = 50;

/** Milliseconds between signs of life, so that a page that is gone without a word is noticed. */
const pulse = 15_000;

/** The pages that are open, each with a stream of events (HTML, section 9.2). */
export class EventStream {
  readonly #pages = new Set<ServerResponse>();
  readonly #timer = setInterval(() => this.#write(":\n\n"), pulse).unref();

  get hasPages(): boolean {
    return this.#pages.size > 0;
  }

  /** @param first the events that a page begins with */
  open(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    first: readonly (readonly [event: string, data: unknown])[],
  ): void {
    const [oldest] = this.#pages;
    if (this.#pages.size >= maxPages && oldest !== undefined) this.#drop(oldest);
    incoming.socket.setNoDelay(true);
    outgoing.writeHead(200, { ...guardingFields, "content-type": "text/event-stream" });
    outgoing.write(`retry: 1000\n\n${first.map(([event, data]) => eventText(event, data)).join("")}`);
    this.#pages.add(outgoing);
    outgoing.once("close", () => this.#pages.delete(outgoing));
  }

  emit(event: string, data: unknown): void {
    if (this.hasPages) this.#write(eventText(event, data));
  }

  close(): void {
    clearInterval(this.#timer);
    for (const page of this.#pages) page.end();
  }

  #write(text: string): void {
    for (const page of this.#pages) {
      if (page.writableLength > maxBacklog) this.#drop(page);
      else page.write(text);
    }
  }

  #drop(page: ServerResponse): void {
    this.#pages.delete(page);
    page.destroy();
  }
}

/** JSON has no line ends, which would end the event. */
const eventText = (event: string, data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
