import type { Sink } from "../../http/body-bytes.js";
import { areDecodable, codingsOf, type Decodable } from "../../http/content-codings.js";
import { IncomingBody, type Sender } from "./incoming-body.js";

type Zlib = typeof import("node:zlib");
type Decoder = ReturnType<Zlib["createGunzip"]>;
type ZlibOptions = Parameters<Zlib["createGunzip"]>[0];

/** More are a trick: each coding multiplies what a short body becomes. `fetch` allows as many. */
const maxCodings = 5;

/**
 * The decoders of a field `Content-Encoding`, in the order of their work. There are none if one of the codings is unknown:
 * then, the content stays as it is, as with `fetch`.
 * @throws Error if there are too many codings
 */
export function decodersOf(field: string | null): readonly MakeDecoder[] {
  if (field === null) return none;
  const codings = codingsOf(field);
  if (codings.length > maxCodings) throw new Error(`There are ${codings.length} content codings.`);
  return areDecodable(codings) ? codings.map((coding) => decoders[coding]).reverse() : none;
}

const none: readonly MakeDecoder[] = [];

type MakeDecoder = (zlib: Zlib, first: Uint8Array) => Decoder;

/** A content that breaks off is taken as far as it goes: browsers and cURL do the same. */
function lenient(flush: number): ZlibOptions {
  return { flush, finishFlush: flush };
}

const decoders: Readonly<Record<Decodable, MakeDecoder>> = {
  gzip: (zlib) => zlib.createGunzip(lenient(zlib.constants.Z_SYNC_FLUSH)),
  // Some servers leave out the header of RFC 1950, whose first byte ends in 8.
  deflate: (zlib, [byte = 0]) =>
    (byte & 0x0f) === 8
      ? zlib.createInflate(lenient(zlib.constants.Z_SYNC_FLUSH))
      : zlib.createInflateRaw(lenient(zlib.constants.Z_SYNC_FLUSH)),
  br: (zlib) => zlib.createBrotliDecompress(lenient(zlib.constants.BROTLI_OPERATION_FLUSH)),
};

/** A body whose content codings are taken off on its way, and where its sender puts it. */
export function decodedBody(
  makers: readonly MakeDecoder[],
  sender: Sender,
): { body: IncomingBody; sink: Sink } {
  if (makers.length === 0) {
    const body = new IncomingBody(sender);
    return { body, sink: body };
  }
  const stages: Decoding[] = [];
  for (const make of makers) stages.push(new Decoding(make, stages.at(-1) ?? sender));
  const body = new IncomingBody(stages.at(-1) ?? sender);
  stages.forEach((stage, index) => {
    stage.leadTo(stages[index + 1] ?? body);
  });
  return { body, sink: stages[0] ?? body };
}

/** One coding. Its decoder is made for the first bytes, since a body without any is no error. */
class Decoding implements Sender, Sink {
  readonly #make: MakeDecoder;
  readonly #sender: Sender;
  #next: Sink | undefined;
  #decoder: Decoder | undefined;
  #isOver = false;

  constructor(make: MakeDecoder, sender: Sender) {
    this.#make = make;
    this.#sender = sender;
  }

  leadTo(next: Sink): void {
    this.#next = next;
  }

  push(piece: Uint8Array): boolean {
    if (this.#isOver) return true;
    this.#decoder ??= this.#open(piece);
    return this.#decoder.write(piece);
  }

  end(): void {
    if (this.#decoder === undefined) this.#next?.end();
    else this.#decoder.end();
  }

  fail(reason: Error): void {
    this.#close();
    this.#next?.fail(reason);
  }

  resume(): void {
    this.#decoder?.resume();
  }

  stop(): void {
    this.#close();
    this.#sender.stop();
  }

  #close(): void {
    this.#isOver = true;
    this.#decoder?.destroy();
  }

  #open(first: Uint8Array): Decoder {
    const decoder = this.#make(process.getBuiltinModule("node:zlib"), first);
    decoder.on("data", (piece: Uint8Array) => {
      if (this.#next?.push(piece) === false) decoder.pause();
    });
    decoder.on("end", () => this.#next?.end());
    decoder.on("drain", () => this.#sender.resume());
    decoder.on("error", (error) => {
      this.fail(error);
      this.#sender.stop();
    });
    return decoder;
  }
}
