/**
 * The same stream. `ended` gets the number of bytes that went through it when it ends or fails, or when nobody reads it
 * any more.
 */
export function countBytes(
  stream: ReadableStream<Uint8Array>,
  ended: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            bytes += value.byteLength;
            controller.enqueue(value);
            return;
          }
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        ended(bytes);
      },
      cancel(reason) {
        ended(bytes);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
