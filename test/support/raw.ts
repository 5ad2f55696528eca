/** Requests that no client library would send. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Opens a connection to a server on loopback. */
export async function open(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {}); // the server may close it at any time
  await once(socket, "connect");
  return socket;
}

export interface RawAnswer {
  /** 0 if the connection ended without an answer. */
  readonly status: number;
  /** The header fields by their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** RFC 9110 §6.4.1 */
const withoutContent: ReadonlySet<number> = new Set([204, 304]);

/** Reads the next answer on a connection. An answer without a length ends with the connection. */
export function answer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = "";
    const done = () => {
      socket.off("data", take).off("close", done);
      resolve(parse(text));
    };
    const take = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const { status, headers, body } = parse(text);
      const length = withoutContent.has(status) ? 0 : Number(headers.get("content-length") ?? Number.NaN);
      if (text.includes("\r\n\r\n") && body.length >= length) done();
    };
    socket.on("data", take).once("close", done);
    if (socket.destroyed) done();
  });
}

/** Sends a text in Latin-1 on a new connection. */
export async function sendRaw(url: string, text: string): Promise<RawAnswer> {
  const socket = await open(url);
  const answered = answer(socket);
  socket.write(Buffer.from(text, "latin1"));
  const result = await answered;
  socket.destroy();
  return result;
}

function parse(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  const [line = "", ...fields] = text.slice(0, end < 0 ? text.length : end).split("\r\n");
  return {
    status: Number(line.split(" ")[1] ?? 0),
    headers: new Map(
      fields.map((field) => {
        const colon = field.indexOf(":");
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    ),
    body: end < 0 ? "" : text.slice(end + 4),
  };
}
