import { type Pieces, streamOf } from "../../http/body-bytes.js";
import { PassingBody } from "../../observe/trace/kept-message.js";

/** The parts of responses that have passed, by their heads. */
const passed = new WeakMap<object, PassingBody>();

/** The body of a response that is passed on as it comes. A copy of its beginning is kept as long as the response is. */
export function passing(response: object, body: Pieces): Pieces {
  const seen = new PassingBody();
  passed.set(response, seen);
  return watched(body, seen);
}

export function passedOf(response: object): PassingBody | undefined {
  return passed.get(response);
}

/** The same stream, which is copied to `seen` as far as that keeps it. */
export function watchedStream(pieces: Pieces, seen: PassingBody): ReadableStream<Uint8Array> {
  return streamOf(watched(pieces, seen));
}

function watched(pieces: Pieces, seen: PassingBody): Pieces {
  return {
    async next() {
      const piece = await pieces.next();
      if (piece !== undefined) seen.add(piece);
      return piece;
    },
    drop: () => pieces.drop(),
  };
}
