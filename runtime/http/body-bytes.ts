export type Bytes = Uint8Array<ArrayBuffer>;

const none: Bytes = new Uint8Array(0);

/**
 * All bytes of a stream, or `undefined` as soon as there are more than `limit`; the rest is not read.
 * Rejects with the error of the stream.
 * @param count gets the number of bytes of each chunk; what it throws ends the reading, too
 */
export async function readBytes(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  count?: (bytes: number) => void,
): Promise<Bytes | undefined> {
  if (stream === null) return none;
  const reader = stream.getReader();
  let isWhole = false;
  try {
    const bytes = await readPieces(async () => (await reader.read()).value, limit, count);
    isWhole = bytes !== undefined;
    return bytes;
  } finally {
    if (!isWhole) reader.cancel().catch(() => {}); // it does not matter how the stream ends
  }
}

/** The same for pieces that `next` resolves to, and `undefined` after the last one. */
export async function readPieces(
  next: () => Promise<Uint8Array | undefined> | Uint8Array | undefined,
  limit: number,
  count?: (bytes: number) => void,
): Promise<Bytes | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const found = next();
    const piece = found instanceof Promise ? await found : found;
    if (piece === undefined) return joinBytes(pieces, size);
    size += piece.byteLength;
    if (size > limit) return undefined;
    count?.(piece.byteLength);
    pieces.push(piece);
  }
}

/** @param size bytes of all chunks together */
export function joinBytes(chunks: readonly Uint8Array[], size: number): Bytes {
  const [only] = chunks;
  if (chunks.length === 1 && only?.buffer instanceof ArrayBuffer) return only as Bytes;
  const joined = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return joined;
}

const encoder = new TextEncoder();

/** A text in UTF-8. */
export function encode(text: string): Bytes {
  return encoder.encode(text);
}

/** Bytes of a text in UTF-8. */
let textLength = (text: string): number => encoder.encode(text).byteLength;

/** Sets how the whole process counts the bytes of texts, where the platform has something faster. */
export function countTextWith(count: (text: string) => number): void {
  textLength = count;
}

/** How many bytes a body has; a text is sent in UTF-8. */
export function byteLength(body: string | Bytes): number {
  return typeof body === "string" ? textLength(body) : body.byteLength;
}

/** A body that is read once, piece by piece. */
export interface Pieces {
  /** The next piece; `undefined` at the end. It must not be asked for before the last one is there. */
  next(): Promise<Uint8Array | undefined>;
  /** Nobody wants the rest. */
  drop(): void;
  /** The same as `flowTo`, where that can be done without a promise for each piece. */
  flowTo?(sink: Sink): () => void;
}

/** Where the pieces of a body go. Nothing of it throws. */
export interface Sink {
  /** Returns whether there is room for more. If not, the sender waits until it is asked to go on. */
  push(piece: Uint8Array): boolean;
  end(): void;
  fail(reason: Error): void;
}

/** Hands on a body as it comes. Returns what is to be called once the sink has room again. */
export function flowTo(sink: Sink, pieces: Pieces): () => void {
  if (pieces.flowTo !== undefined) return pieces.flowTo(sink);
  let goOn = (): void => {};
  const passOn = async (): Promise<void> => {
    for (let piece = await pieces.next(); piece !== undefined; piece = await pieces.next()) {
      const hasRoom = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      if (!sink.push(piece)) await hasRoom;
    }
    sink.end();
  };
  passOn().catch((error: Error) => sink.fail(error));
  return () => goOn();
}

/** The source of a stream: reading that takes a fraction of what the stream itself takes. */
const origin: unique symbol = Symbol("origin");

interface MadeStream extends ReadableStream<Uint8Array> {
  [origin]?: Pieces;
}

/** The body as a stream that asks for a piece when its reader does. It holds none. */
export function streamOf(pieces: Pieces): ReadableStream<Uint8Array> {
  const stream: MadeStream = new ReadableStream(
    {
      async pull(controller) {
        const piece = await pieces.next();
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
      cancel: () => pieces.drop(),
    },
    { highWaterMark: 0 },
  );
  stream[origin] = pieces;
  return stream;
}

/** The pieces of a stream that nobody else reads. They take the place of the stream. */
export function piecesOf(stream: ReadableStream<Uint8Array>): Pieces {
  const made = stream.locked ? undefined : (stream as MadeStream)[origin];
  if (made !== undefined) return made;
  const reader = stream.getReader();
  return {
    next: () => reader.read().then(({ value }) => value),
    drop() {
      reader.cancel().catch(() => {}); // it does not matter how the stream ends
    },
  };
}
