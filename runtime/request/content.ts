import { WorkLimitError } from "../base/work.js";
import { JsonDocument } from "../data/json/json-node.js";
import { dataText, jsonText } from "../data/json/json-text.js";
import { readJson } from "../data/json/long-integers.js";
import type { JsonValue, Selection } from "../data/model/values.js";
import { type Bytes, byteLength, encode } from "../http/body-bytes.js";
import { decode, decodeXml, encodedAs, isHtml, isJson, isXml } from "../http/media-type.js";
import { jsonType } from "../http/reply.js";

/** Header fields by lower-case name; an array for several of a name. */
export type Fields = ReadonlyMap<string, string | readonly string[]>;

export type Source =
  /** `raw` is what is written, by the rules of JSON, where the value is only made of it when somebody asks. */
  | { readonly kind: "json"; readonly value: JsonValue; readonly raw?: unknown }
  | { readonly kind: "text"; readonly text: string }
  /** The length is that which an upstream system announced without sending content. */
  | { readonly kind: "bytes"; readonly bytes: Bytes; readonly length?: string }
  | { readonly kind: "stream"; readonly stream: ReadableStream<Uint8Array>; readonly length?: string };

/** Reads the text of a document; throws what is wrong with it. */
export type ParseDocument = (text: string) => Selection | undefined;

/**
 * A body: the result of a template, the text of an `echo`, or what an upstream sent. It is converted only when somebody
 * asks. A stream can only be sent on.
 */
export class Content {
  readonly source: Source;
  readonly mediaType: string | undefined;
  /** The status that a response with this content has, unless the flow sets one. */
  readonly status: number | undefined;
  /** The header fields that such a response has, unless the flow sets them otherwise. */
  readonly fields: Fields | undefined;
  #text: string | undefined;
  #length: number | undefined;
  #document: Selection | undefined;
  #parsed = false;

  constructor(source: Source, mediaType: string | undefined, status?: number, fields?: Fields) {
    this.source = source;
    this.mediaType = mediaType;
    this.status = status;
    this.fields = fields;
  }

  static json(value: JsonValue, status?: number): Content {
    return new Content({ kind: "json", value }, jsonType, status);
  }

  /** The body as it is sent. */
  get payload(): string | Bytes {
    return this.source.kind === "bytes" ? this.source.bytes : this.text;
  }

  /** Bytes of the body as it is sent. */
  get byteLength(): number {
    this.#length ??= byteLength(this.payload);
    return this.#length;
  }

  get bytes(): Bytes {
    if (this.source.kind === "bytes") return this.source.bytes;
    const sent = encodedAs(this.mediaType, this.text);
    return typeof sent === "string" ? encode(sent) : sent;
  }

  get text(): string {
    this.#text ??= textOf(this.source, this.mediaType);
    return this.#text;
  }

  /**
   * The document node of JSON, XML or HTML; `undefined` for anything else, and for what does not parse. The caller
   * brings the parsers, so that apps without such callers have no parsers inside.
   * @param malformed is told once why content does not parse
   */
  document(
    parseXml: ParseDocument,
    parseHtml: ParseDocument | undefined,
    malformed: (problem: string) => void,
  ): Selection | undefined {
    if (this.#parsed) return this.#document;
    this.#parsed = true;
    try {
      this.#document = this.#parse(parseXml, parseHtml);
    } catch (error) {
      if (error instanceof WorkLimitError) throw error;
      if (this.#isEmpty) return undefined;
      // The message of the JSON parser has a part of the text in it, which is not for the log.
      const reason = error instanceof Error && !(error instanceof SyntaxError) ? `: ${error.message}` : ".";
      malformed(`does not parse${reason}`);
    }
    return this.#document;
  }

  /** Many a response without content has a media type. */
  get #isEmpty(): boolean {
    return this.source.kind === "bytes" ? this.source.bytes.length === 0 : this.text === "";
  }

  #parse(parseXml: ParseDocument, parseHtml: ParseDocument | undefined): Selection | undefined {
    const { source, mediaType } = this;
    if (source.kind === "json") return new JsonDocument(source.value);
    if (isJson(mediaType)) return new JsonDocument(readJson(this.text));
    if (isXml(mediaType))
      return parseXml(source.kind === "bytes" ? decodeXml(source.bytes, mediaType) : this.text);
    return isHtml(mediaType) ? parseHtml?.(this.text) : undefined;
  }
}

function textOf(source: Source, mediaType: string | undefined): string {
  switch (source.kind) {
    case "json":
      return source.raw === undefined ? jsonText(source.value) : dataText(source.raw);
    case "text":
      return source.text;
    case "bytes":
      return decode(source.bytes, mediaType);
    case "stream": // only where analysis found nothing that reads it
      return "";
    default:
      return source satisfies never;
  }
}
