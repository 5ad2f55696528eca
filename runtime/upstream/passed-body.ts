import { flowTo, type Pieces, piecesOf, streamOf } from "../http/body-bytes.js";
import type { ReceivedFields } from "../http/received-fields.js";

/** Returns true if a body may be too long to be read at once. For a short one, that is faster. */
export function isLong(headers: Pick<ReceivedFields, "get" | "has">): boolean {
  const announced = headers.get("content-length");
  return announced === null || headers.has("content-encoding") || Number(announced) > longestRead;
}

/** Bytes of the longest body that is read at once. */
const longestRead = 65_536;

/**
 * A body of unknown length once its first piece is there; `undefined` for an empty one. It would be sent in chunks, which
 * some servers refuse where they expect no content; and platforms give a body to requests that have none.
 * @param broke makes the error for a body that breaks off before
 */
export async function begun(
  body: ReadableStream<Uint8Array>,
  broke: () => unknown,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const pieces = piecesOf(body);
  let first = await pieces.next().catch(() => {
    throw broke();
  });
  if (first === undefined) return undefined;
  const taken = (): Uint8Array | undefined => {
    const piece = first;
    first = undefined;
    return piece;
  };
  return streamOf({
    async next() {
      return taken() ?? pieces.next();
    },
    drop: () => pieces.drop(),
    flowTo(sink) {
      const piece = taken();
      if (piece !== undefined) sink.push(piece);
      return flowTo(sink, pieces);
    },
  });
}

/** Gets to know what happens while a body goes from its sender to its receiver. */
export interface Passage {
  /** The receiver waits for the next bytes, or for the end. */
  asked(): void;
  /** These bytes are there. */
  answered(): void;
  /** The body ended too early. Throws unless the receiver notices by itself. */
  broke(thrown: unknown): void;
  /** The receiver wants no more. */
  dropped(): void;
  /** The body is over, for whatever reason, after so many bytes. */
  ended(bytes: number): void;
}

/** A body that is passed on as it comes: one piece of it is held at most. If it breaks off, the stream fails. */
export function passedBody(
  body: Pieces,
  { asked, answered, broke, dropped, ended }: Passage,
): ReadableStream<Uint8Array> {
  let isOver = false;
  let bytes = 0;
  const end = (): void => {
    isOver = true;
    ended(bytes);
  };
  return streamOf({
    async next() {
      asked();
      let piece: Uint8Array | undefined;
      try {
        piece = await body.next();
        bytes += piece?.byteLength ?? 0;
        return piece;
      } catch (thrown) {
        if (!isOver) broke(thrown);
        return undefined;
      } finally {
        answered();
        if (piece === undefined && !isOver) end();
      }
    },
    drop() {
      if (isOver) return;
      isOver = true;
      dropped();
      ended(bytes);
    },
    flowTo(sink) {
      asked();
      const goOn = flowTo(
        {
          push(piece) {
            bytes += piece.byteLength;
            const hasRoom = sink.push(piece);
            if (hasRoom) asked();
            else answered();
            return hasRoom;
          },
          end() {
            if (isOver) return;
            end();
            sink.end();
          },
          fail(reason) {
            if (isOver) return;
            answered();
            try {
              broke(reason);
              sink.end();
            } catch (thrown) {
              sink.fail(thrown as Error);
            } finally {
              end();
            }
          },
        },
        body,
      );
      return () => {
        asked();
        goOn();
      };
    },
  });
}
