import { readJsonOr } from "../data/json/long-integers.js";
import { isJson } from "../http/media-type.js";
import type { Content } from "../request/content.js";
import { state } from "../request/context.js";
import { contextOf, type HandlerContext } from "./handler-context.js";
import type { Untyped } from "./untyped.js";

/** Content: what the client will get, or what an upstream system has sent. Each form of it is made when it is read. */
export interface HandlerContent {
  /** The media type, with its parameters. */
  readonly type: string | undefined;
  /** The data; `undefined` if it is no JSON. */
  readonly json: Untyped;
  /** The characters. */
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** The content of flows behind that of a handler. */
const whole: unique symbol = Symbol("content");

export class ReadContent implements HandlerContent {
  readonly [whole]: Content;
  /** Handlers ask for `json` wherever they need a member. */
  #parsed: { readonly json: unknown } | undefined;

  constructor(of: Content) {
    this[whole] = of;
  }

  get type(): string | undefined {
    return this[whole].mediaType;
  }

  get json(): unknown {
    const { source, mediaType, text } = this[whole];
    if (source.kind === "json") return source.value;
    this.#parsed ??= { json: isJson(mediaType) ? readJsonOr(text, undefined) : undefined };
    return this.#parsed.json;
  }

  get text(): string {
    return this[whole].text;
  }

  get bytes(): Uint8Array {
    return this[whole].bytes;
  }
}

/** The same for the runtime. */
export function wholeContent(content: ReadContent): Content {
  return content[whole];
}

/**
 * The content that an upstream request with the ID has left, or that `in` and `out` of flows name; without an ID, what the client
 * will get. `undefined` if there is none.
 */
export function content($: HandlerContext, id?: string): HandlerContent | undefined {
  const own = contextOf($)[state];
  const found = id === undefined ? own.main : own.contents?.get(id);
  return found && new ReadContent(found);
}
