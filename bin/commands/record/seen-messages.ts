import type { IncomingMessage } from "node:http";
import { PassThrough, pipeline, type Readable } from "node:stream";
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from "node:zlib";
import type { Masks } from "../../../runtime/observe/trace/masks.js";
import {
  recordedBody,
  recordedFields,
  recordedTarget,
  type SeenBody,
} from "../../../runtime/observe/trace/recorded-message.js";
import type { RecordedFields, RecordedUpstream } from "../../../runtime/observe/trace/recording.js";

/** Bytes that are kept of a body, and of all bodies that are on their way. */
const maxBody = 16 * 1024 * 1024;
const maxHeld = 256 * 1024 * 1024;

export interface SeenMessage {
  readonly fields: RecordedFields;
  body: SeenBody;
}

/** The parts of a request and its answer that were seen; secrets are masked when it is written. */
export interface Seen extends SeenMessage {
  readonly method: string;
  readonly target: string;
  readonly started: number;
  ended: number;
  response?: SeenMessage & { readonly status: number };
  failure?: string;
  isUnseen?: boolean;
  by?: RecordedUpstream["matchedBy"];
}

export function fieldsOf({ rawHeaders }: IncomingMessage): RecordedFields {
  const fields: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    fields.push([rawHeaders[at] ?? "", rawHeaders[at + 1] ?? ""]);
  return fields;
}

export function recordedUpstream(
  { method, target, fields, body, response, started, ended, failure, isUnseen, by }: Seen,
  since: number,
  masks: Masks,
): RecordedUpstream {
  const typeOf = (of: RecordedFields): string =>
    of.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const shown = (of: SeenBody, type: string) => {
    const made = recordedBody(of, type, masks);
    return made && { body: made };
  };
  return {
    at: Math.round((started - since) * 1000) / 1000,
    duration: Math.round((ended - started) * 1000) / 1000,
    ...(by !== undefined && { matchedBy: by }),
    request: {
      method,
      target: recordedTarget(target, masks),
      fields: recordedFields(fields, masks),
      ...shown(body, typeOf(fields)),
    },
    ...(response && {
      response: {
        status: response.status,
        fields: recordedFields(response.fields, masks),
        ...shown(response.body, typeOf(response.fields)),
      },
    }),
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
    if (this.#kept < this.#length) return { bytes, length: this.#length };
    const decoded = withoutCoding(bytes, coding);
    return { bytes: decoded, length: decoded.length };
  }
}

/** The content of a body by its `Content-Encoding`. */
export function withoutCoding(bytes: Buffer, sent = ""): Buffer {
  const coding = sent.trim().toLowerCase();
  const limits = { maxOutputLength: maxBody };
  try {
    if (coding === "gzip" || coding === "x-gzip")
      return gunzipSync(bytes, { ...limits, finishFlush: constants.Z_SYNC_FLUSH });
    if (coding === "deflate") return inflateSync(bytes, limits);
    if (coding === "br") return brotliDecompressSync(bytes, limits);
  } catch {
    // It is kept as it came.
  }
  return bytes;
}
