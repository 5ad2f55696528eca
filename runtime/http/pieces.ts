/** A body that is read once, piece by piece. */
export interface Pieces {
  /** The next piece; `undefined` at the end. It must not be asked for before the last one is there. */
  next(): Promise<Uint8Array | undefined>;
  /** Nobody wants the rest. */
  drop(): void;
}

/** What a stream was made of: reading that takes a fraction of what the stream itself takes. */
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
