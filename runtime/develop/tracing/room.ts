import type { Body, Fields, ResponseMessage } from "../../observe/trace/exchange.js";
import type { RanLines, Trace, TraceEvent, UpstreamEvent } from "../../observe/trace/format.js";

/** Characters that a trace may have if nobody says how many. */
const usualMaxBytes = 1_048_576;

/** How many events a trace may have. */
const maxEvents = 10_000;

/** Keeps a trace within its bounds. */
export class Room {
  readonly #trace: Trace;
  #left: number;

  /** @param maxBytes roughly, as characters of JSON */
  constructor(trace: Trace, maxBytes = usualMaxBytes) {
    this.#trace = trace;
    this.#left = maxBytes - sizeOf(trace.request.fields) - trace.request.target.length;
  }

  /** Returns whether there was room for the event. */
  keep(event: TraceEvent): boolean {
    const size = sizeOfEvent(event);
    if (size > this.#left || this.#trace.events.length >= maxEvents) {
      this.#trace.dropped++;
      return false;
    }
    this.#left -= size;
    this.#trace.events.push(event);
    return true;
  }

  /** The body, or no more of it than there is room for. */
  keepBody(body: Body): Body {
    const { text, base64 = "" } = body;
    const { length } = text ?? base64;
    const room = Math.max(0, this.#left);
    this.#left -= Math.min(length, room);
    if (length <= room) return body;
    // Base64 is cut between groups of four.
    const kept =
      text === undefined ? { base64: base64.slice(0, room - (room % 4)) } : { text: text.slice(0, room) };
    return { ...body, ...kept, isCut: true };
  }

  keepResponse(response: ResponseMessage): ResponseMessage {
    this.#left -= sizeOf(response.fields);
    return { ...response, body: response.body && this.keepBody(response.body) };
  }

  /** All of them, or none. */
  keepLines(ran: readonly RanLines[]): readonly RanLines[] {
    const size = ran.reduce((sum, { lines }) => sum + 20 + 8 * Object.keys(lines).length, 0);
    // A trace without them says little, so they may take some more.
    return size > Math.max(this.#left, 200_000) ? [] : ran;
  }
}

function sizeOfEvent(event: TraceEvent): number {
  switch (event.kind) {
    case "action":
    case "flow":
      return 100;
    case "variable":
      return 100 + event.name.length + event.value.text.length;
    case "output":
      return 100 + event.value.text.length;
    case "error":
      return 100 + event.error.text.length;
    case "message":
      return 100 + event.text.length;
    case "upstream":
      return sizeOfExchange(event);
    default:
      return event satisfies never;
  }
}

function sizeOfExchange({ request: { target, fields, body } }: UpstreamEvent): number {
  return 300 + target.length + sizeOf(fields) + (body?.text ?? body?.base64 ?? "").length;
}

function sizeOf(fields: Fields): number {
  return fields.reduce((sum, [name, value]) => sum + name.length + value.length + 8, 0);
}
