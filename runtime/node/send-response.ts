import type { OutgoingHttpHeaders, ServerResponse } from "node:http";

type Chunk = ReadableStreamReadResult<Uint8Array>;
type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Sends a response with Node's server. A body that is there as a whole has its length in the head; of any other, the head
 * goes out first. A body that breaks off ends the connection.
 */
export function sendResponse({ status, headers, body }: Response, outgoing: ServerResponse): void {
  const fields = fieldsOf(headers);
  if (body === null) outgoing.writeHead(status, fields).end();
  else
    sendBody(body.getReader(), status, fields, outgoing).catch((error: unknown) => {
      outgoing.destroy(error instanceof Error ? error : undefined);
    });
}

/** All fields by name. Only `Set-Cookie` may be there several times. */
function fieldsOf(headers: Headers): OutgoingHttpHeaders {
  const fields: OutgoingHttpHeaders = {};
  for (const [name, value] of headers) if (name !== "set-cookie") fields[name] = value;
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) fields["set-cookie"] = cookies;
  return fields;
}

async function sendBody(
  reader: Reader,
  status: number,
  fields: OutgoingHttpHeaders,
  outgoing: ServerResponse,
): Promise<void> {
  fields["content-type"] ??= "text/plain; charset=UTF-8";
  const cancel = (): void => void reader.cancel().catch(() => {}); // what has failed cannot be cancelled
  if (outgoing.destroyed) return cancel();
  outgoing.once("close", cancel);
  let reading = reader.read();
  const first = await orLater(reading);
  if (first?.done === false) reading = reader.read();
  const next = first?.done === false ? await orLater(reading) : first;
  const isWhole = next?.done === true;
  const whole = first?.value ?? new Uint8Array();
  if (isWhole) fields["content-length"] ??= whole.byteLength;
  outgoing.writeHead(status, fields);
  if (isWhole) outgoing.end(whole);
  else {
    if (first === undefined) outgoing.flushHeaders();
    else outgoing.write(whole);
    await passOn(reading, reader, outgoing);
  }
}

/** What a read yields without waiting for anything from outside; else `undefined`. */
function orLater(reading: Promise<Chunk>): Promise<Chunk | undefined> {
  return Promise.race([reading, new Promise<undefined>((resolve) => setImmediate(resolve, undefined))]);
}

async function passOn(reading: Promise<Chunk>, reader: Reader, outgoing: ServerResponse): Promise<void> {
  for (let chunk = await reading; !chunk.done; chunk = await reader.read()) {
    if (!outgoing.write(chunk.value)) await drained(outgoing);
    if (outgoing.destroyed) return;
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off("drain", done).off("close", done);
      resolve();
    };
    outgoing.on("drain", done).on("close", done);
  });
}
