import { type Bytes, joinBytes } from "../../http/body-bytes.js";

/** Passes a body on, and hands over all of it at its end, unless it is longer than `maxBytes` or breaks off. */
export function collecting(
  maxBytes: number,
  done: (bytes: Bytes) => Promise<void>,
): TransformStream<Uint8Array, Uint8Array> {
  let chunks: Uint8Array[] | undefined = [];
  let size = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > maxBytes) chunks = undefined;
      chunks?.push(chunk);
      controller.enqueue(chunk);
    },
    async flush() {
      if (chunks !== undefined) await done(joinBytes(chunks, size));
    },
  });
}
