import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { duplexPair } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { SeenMessage } from "../../../runtime/observe/trace/kept-message.js";
import type { Masks } from "../../../runtime/observe/trace/masks.js";
import { type RecordedExchange, recordingVersion } from "../../../runtime/observe/trace/recording.js";
import { fieldsOf, recordedUpstream, withoutCodings } from "./seen-messages.js";

/** GoReplay ends each message with it. */
const separator = Buffer.from("\n🐵🙈🙉\n");

/** Kind (1 is a request, 2 its answer), ID, nanoseconds since 1970, and for answers nanoseconds since the request. */
const head = /^([12]) ([\w-]{1,100}) (\d{1,20})(?: (\d{1,20}))?/;

export const isGoReplay = (content: Buffer): boolean =>
  head.test(content.toString("latin1", 0, 200)) && content.includes(separator);

/** Recorded exchanges, and the number of messages that could not be read. */
export interface Imported {
  readonly exchanges: readonly RecordedExchange[];
  readonly malformed: number;
}

/** The exchanges of a file of GoReplay: clients' requests, with their answers if they were recorded. */
export async function readGoReplay(content: Buffer, masks: Masks): Promise<Imported> {
  const requests = new Map<string, { readonly raw: Buffer; readonly startedAt: number }>();
  const answers = new Map<string, { readonly raw: Buffer; readonly duration: number }>();
  for (const payload of payloadsIn(content)) {
    const line = payload.indexOf("\n");
    const [, kind, id = "", time, latency = "0"] = head.exec(payload.toString("latin1", 0, line)) ?? [];
    const raw = payload.subarray(line + 1);
    if (kind === "1") requests.set(id, { raw, startedAt: Math.floor(Number(time) / 1e6) });
    if (kind === "2") answers.set(id, { raw, duration: Number(latency) / 1e6 });
  }
  const exchanges: RecordedExchange[] = [];
  let malformed = 0;
  for (const [id, { raw, startedAt }] of requests) {
    const request = await requestIn(raw);
    if (request === undefined) {
      malformed++;
      continue;
    }
    const { method = "", url = "" } = request.message;
    const { raw: answered, duration = 0 } = answers.get(id) ?? {};
    const answer = answered && (await answerIn(answered, method));
    if (answered !== undefined && answer === undefined) malformed++;
    const seen = {
      ...{ method, target: url, ...request.seen, started: 0, ended: duration },
      ...(answer && { response: { status: answer.message.statusCode ?? 0, ...answer.seen } }),
    };
    const { request: sent, response } = recordedUpstream(seen, 0, masks);
    exchanges.push({
      ...{
        version: recordingVersion,
        kind: "exchange",
        id,
        startedAt,
        duration,
        request: sent,
        upstream: [],
      },
      ...(response && { response }),
      isOneSided: true,
    });
  }
  return { exchanges, malformed };
}

function* payloadsIn(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(separator, start);
    yield content.subarray(start, end < 0 ? content.length : end);
    start = end < 0 ? content.length : end + separator.length;
  }
}

interface Read {
  readonly message: IncomingMessage;
  readonly seen: SeenMessage;
}

/** Reads a request as a server does; `undefined` if it is malformed. */
async function requestIn(raw: Buffer): Promise<Read | undefined> {
  const [client, connection] = duplexPair();
  const server = createServer();
  // Else the body of a message that was cut off would be waited for.
  server.on("clientError", () => connection.destroy());
  const request = Promise.race([
    once(server, "request"),
    ...["end", "close"].map((event) => once(connection, event)),
  ]);
  server.emit("connection", connection);
  client.end(raw);
  const [found] = (await request) as [IncomingMessage?];
  return found && read(found);
}

/** Reads an answer as a client does; `undefined` if it is malformed. */
async function answerIn(raw: Buffer, method: string): Promise<Read | undefined> {
  const [connection, server] = duplexPair();
  const request = httpRequest({ method, createConnection: () => connection });
  request.on("error", () => {}).end();
  server.resume().end(raw);
  const [found] = (await once(request, "response").catch(() => [])) as [IncomingMessage?];
  return found && read(found);
}

async function read(message: IncomingMessage): Promise<Read | undefined> {
  const body = await buffer(message).catch(() => undefined);
  if (body === undefined) return undefined;
  const seen = withoutCodings(body, message.headers["content-encoding"]);
  return { message, seen: { fields: fieldsOf(message), body: seen } };
}
