import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { type Fields, fieldValue, type RecordedExchange } from "../../../runtime/observe/trace/index.js";
import { bytesOf } from "../../recording/body.js";
import type { Answer } from "../../recording/differences/answer-differences.js";
import { messageOf } from "../../shared/values.js";
import type { Other, OtherAnswer } from "./comparison.js";

/** Milliseconds for an answer. */
const timeout = 30_000;

/** Bytes of an answer. */
const maxBytes = 256 * 1024 * 1024;

/** A system that runs, and perhaps another instance of it: so much as the two differ is noise. */
export class LiveSystem implements Other {
  readonly isUntimed = true;
  constructor(
    private readonly origin: URL,
    private readonly again: URL | undefined,
  ) {}

  /** A request that changes something would change it now. */
  skips({ request: { method } }: RecordedExchange): string | undefined {
    return /^(?:GET|HEAD|OPTIONS)$/.test(method) ? undefined : `a system that runs gets no ${method}`;
  }

  async run(exchange: RecordedExchange): Promise<OtherAnswer> {
    const { origin, again } = this;
    const isSecond = again !== undefined && Math.random() < 0.5; // nobody is always the first
    const startedAt = Date.now();
    const first = await ask(isSecond ? again : origin, exchange);
    const second = again && (await ask(isSecond ? origin : again, exchange));
    const [answer, other] = isSecond ? [second, first] : [first, second];
    if (answer === undefined || typeof answer === "string")
      return { status: 0, fields: [], body: new Uint8Array(), failure: answer ?? "" };
    const asked = { startedAt, duration: Date.now() - startedAt };
    return { ...answer, asked, ...(typeof other === "object" && { again: other }) };
  }

  async stop(): Promise<void> {}
}

const ofConnections =
  /^(?:host|connection|keep-alive|transfer-encoding|content-length|te|trailer|upgrade|expect|accept-encoding)$/i;

/** Sends a recorded request to a server. Resolves to its answer, or to the reason why there is none. */
export function ask(origin: URL, { request }: RecordedExchange): Promise<Answer | string> {
  const body = bytesOf(request.body);
  const host = fieldValue(request.fields, "host") || origin.host;
  const fields = request.fields.filter(([name]) => !ofConnections.test(name));
  const headers = [
    ...["host", host, "accept-encoding", "identity"],
    ...fields.flat(),
    ...(body.length > 0 ? ["content-length", String(body.length)] : []),
  ];
  return new Promise((resolve) => {
    const sent = (origin.protocol === "https:" ? httpsRequest : httpRequest)(origin, {
      ...{ method: request.method, path: request.target, headers, timeout },
    });
    sent
      .on("timeout", () => sent.destroy(new Error(`no answer within ${timeout / 1000} s`)))
      .on("error", (error) => resolve(messageOf(error)))
      .on("response", (response) => {
        const pieces: Buffer[] = [];
        let length = 0;
        response
          .on("data", (piece: Buffer) => {
            pieces.push(piece);
            length += piece.length;
            if (length > maxBytes) sent.destroy(new Error("its answer is too long"));
          })
          .on("error", (error) => resolve(messageOf(error)))
          .on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              fields: pairsOf(response.rawHeaders),
              body: Buffer.concat(pieces),
            }),
          );
      })
      .end(body);
  });
}

export function pairsOf(raw: readonly string[]): Fields {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[index * 2] ?? "",
    raw[index * 2 + 1] ?? "",
  ]);
}
