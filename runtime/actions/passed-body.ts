import { longestTimer } from "../limits.js";

/** Whether the body of a message may be too long to be read at once, which is faster for a short one. */
export const isLong = (headers: Headers): boolean => {
  const announced = headers.get("content-length");
  return announced === null || headers.has("content-encoding") || Number(announced) > longestRead;
};

/** Bytes. */
const longestRead = 65_536;

/** Where a body comes from and goes to. */
export interface Passage {
  /** Milliseconds that the sender may take for the next bytes. */
  readonly patience: number;
  /** Ends the connection to the sender. */
  abort(): void;
  /** The body ended too early. Tells whether the connection to the receiver is closed by that. */
  broke(reason: string): boolean;
}

/**
 * A body that goes on to the client as it comes: at most one piece of it is held, and the time that the client takes does
 * not count. Where the body breaks off, the stream fails or the connection is closed, so that the client does not take
 * it for the whole.
 */
export const passedBody = (
  body: ReadableStream<Uint8Array>,
  { patience, abort, broke }: Passage,
): ReadableStream<Uint8Array> => {
  const reader = body.getReader();
  let isWanted = true;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    let reason = "The connection broke off in the middle of the response.";
    const onTimeout = (): void => {
      reason = `Nothing more of the response within ${patience / 1000} s.`;
      abort();
    };
    const timer = setTimeout(onTimeout, Math.min(patience, longestTimer));
    try {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    } catch {
      if (isWanted && !broke(reason)) throw new Error(reason);
    } finally {
      clearTimeout(timer);
    }
  };
  const cancel = (): void => {
    isWanted = false;
    abort();
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
};
