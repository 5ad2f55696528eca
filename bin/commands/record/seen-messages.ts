import type { IncomingMessage } from "node:http";
import { PassThrough, pipeline, type Readable } from "node:stream";
import * as zlib from "node:zlib";
import { codingsOf } from "../../../runtime/http/index.js";
import {
  keptMessage,
  type Masks,
  type SeenBody,
  type SeenMessage,
  unbounded,
} from "../../../runtime/observe/index.js";
import type { Fields, RecordedUpstream } from "../../../runtime/observe/trace/index.js";

/** Bytes that are kept of a body, and of all bodies that are on their way. */
const maxBody = 16 * 1024 * 1024;
const maxHeld = 256 * 1024 * 1024;

/** The parts of a request and its answer that were seen; secrets are masked when it is written. */
export interface Seen extends SeenMessage {
  readonly method: string;
  readonly target: string;
  body?: SeenBody;
  readonly started: number;
  ended: number;
  response?: SeenMessage & { readonly status: number };
  failure?: string;
  isUnseen?: boolean;
  by?: RecordedUpstream["matchedBy"];
}

export function fieldsOf({ rawHeaders }: IncomingMessage): Fields {
  const fields: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    fields.push([rawHeaders[at] ?? "", rawHeaders[at + 1] ?? ""]);
  return fields;
}

export function recordedUpstream(
  { response, started, ended, failure, isUnseen, by, ...request }: Seen,
  since: number,
  masks: Masks,
): RecordedUpstream {
  return {
    at: Math.round((started - since) * 1000) / 1000,
    duration: Math.round((ended - started) * 1000) / 1000,
    ...(by !== undefined && { matchedBy: by }),
    request: keptMessage(request, masks, unbounded),
    ...(response && { response: keptMessage(response, masks, unbounded) }),
    ...(failure !== undefined && { failure }),
    ...(isUnseen && { isUnseen }),
  };
}

/** A message with a body that passes. */
export class Passing {
  readonly #pieces: Buffer[] = [];
  #length = 0;
  #kept = 0;

  constructor(private readonly held: { bytes: number }) {}

  through(from: Readable): PassThrough {
    const stream = new PassThrough();
    from.on("data", (piece: Buffer) => {
      this.#length += piece.length;
      if (this.#kept < this.#length - piece.length) return; // cut already
      const room = Math.min(maxBody - this.#kept, maxHeld - this.held.bytes, piece.length);
      if (room <= 0) return;
      this.#pieces.push(piece.subarray(0, room));
      this.#kept += room;
      this.held.bytes += room;
    });
    pipeline(from, stream, () => {});
    return stream;
  }

  /** The body without its content coding. It is held no longer. */
  taken(coding: string | undefined): SeenBody {
    const bytes = Buffer.concat(this.#pieces.splice(0));
    this.held.bytes -= this.#kept;
    if (this.#kept < this.#length)
      return { bytes, length: this.#length, isCoded: codingsOf(coding).length > 0 };
    return withoutCodings(bytes, coding);
  }
}

/** The content of a body by its `Content-Encoding`, as far as that can be undone. */
function withoutCodings(bytes: Buffer, sent: string | undefined): SeenBody {
  let content = bytes;
  for (const coding of [...codingsOf(sent)].reverse().slice(0, maxCodings))
    try {
      const undone = codings.get(coding)?.(content);
      if (undone === undefined) return { bytes: content, length: content.length, isCoded: true };
      content = undone;
    } catch {
      return { bytes: content, length: content.length, isCoded: true };
    }
  return { bytes: content, length: content.length, isCoded: false };
}

/** Nobody packs a body more often. */
const maxCodings = 5;

const limits = { maxOutputLength: maxBody };
const gunzip = (bytes: Buffer) =>
  zlib.gunzipSync(bytes, { ...limits, finishFlush: zlib.constants.Z_SYNC_FLUSH });

const codings: ReadonlyMap<string, (bytes: Buffer) => Buffer | undefined> = new Map([
  ["gzip", gunzip],
  ["br", (bytes: Buffer) => zlib.brotliDecompressSync(bytes, limits)],
  // Some senders leave out the head that RFC 9110 wants.
  [
    "deflate",
    (bytes: Buffer) =>
      hasHead(bytes) ? zlib.inflateSync(bytes, limits) : zlib.inflateRawSync(bytes, limits),
  ],
  // Node has it since 22.15.
  ["zstd", (bytes: Buffer) => (zlib as WithZstd).zstdDecompressSync?.(bytes, limits)],
]);

interface WithZstd {
  readonly zstdDecompressSync?: (bytes: Buffer, options: object) => Buffer;
}

/** The first bytes of RFC 1950. */
function hasHead([first = 0, second = 0]: Buffer): boolean {
  return (first & 15) === 8 && (first * 256 + second) % 31 === 0;
}
