export type Bytes = Uint8Array<ArrayBuffer>;

const none: Bytes = new Uint8Array(0);

/**
 * All bytes of a stream, or `undefined` as soon as there are more than `limit`; the rest is then not read.
 * Rejects with the stream's error.
 */
export const readBytes = async (
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Bytes | undefined> => {
  if (stream === null) return none;
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joinBytes(chunks, size);
    size += value.byteLength;
    if (size > limit) {
      reader.cancel().catch(() => {}); // the reader has what it wanted to know; a failing cancel changes nothing
      return undefined;
    }
    chunks.push(value);
  }
};

/** @param size of all chunks together */
export const joinBytes = (chunks: readonly Uint8Array[], size: number): Bytes => {
  const [only] = chunks;
  if (chunks.length === 1 && only?.buffer instanceof ArrayBuffer) return only as Bytes;
  const joined = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return joined;
};
