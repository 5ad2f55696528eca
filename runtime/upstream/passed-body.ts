/** Whether the body of a message may be too long to be read at once, which is faster for a short one. */
export function isLong(headers: Headers): boolean {
  const announced = headers.get("content-length");
  return announced === null || headers.has("content-encoding") || Number(announced) > longestRead;
}

/** Bytes. */
const longestRead = 65_536;

/** What happens on the way of a body from its sender to its receiver. */
export interface Passage {
  /** The receiver waits for the next bytes, or for the end. */
  asked(): void;
  /** They are there. */
  answered(): void;
  /** The body ended too early. Returns where the receiver knows by now, else throws. */
  broke(thrown: unknown): void;
  /** The receiver wants no more. */
  dropped(): void;
  /** It is over, in whatever way, after so many bytes. */
  ended(bytes: number): void;
}

/** A body that goes on as it comes: at most one piece of it is held. It fails where it breaks off. */
export function passedBody(
  body: ReadableStream<Uint8Array>,
  { asked, answered, broke, dropped, ended }: Passage,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isWanted = true;
  let bytes = 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    asked();
    let isOver = true;
    try {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else {
        bytes += value.byteLength;
        controller.enqueue(value);
        isOver = false;
      }
    } catch (thrown) {
      if (isWanted) broke(thrown);
    } finally {
      answered();
      if (isOver && isWanted) ended(bytes);
    }
  };
  const cancel = (): void => {
    isWanted = false;
    dropped();
    ended(bytes);
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}
