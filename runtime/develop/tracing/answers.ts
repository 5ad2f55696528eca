import { type Bytes, piecesOf, readPieces } from "../../http/body-bytes.js";
import { FieldList } from "../../http/received-fields.js";
import { type Context, state } from "../../request/context.js";
import { defaultTimeout } from "../../upstream/default-timeout.js";
import { RequestFailure } from "../../upstream/failure.js";
import type { RequestPlan } from "../../upstream/plan/request-plan.js";
import { BytesBody } from "../../upstream/received-body.js";
import type { Sending } from "../../upstream/upstream-messages.js";

/** An upstream request of the app, as it would go out. */
export interface AskedUpstream {
  /** The ID of the request in its flow. */
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Milliseconds until the response has to be complete; one that is streamed has to begin. */
  readonly timeout: number;
  /** Milliseconds until it has to begin; `undefined` if only `timeout` limits that. */
  readonly firstByteTimeout?: number | undefined;
  /** True if a long response is streamed to the client. */
  readonly isStreamed?: boolean;
}

export interface GivenAnswer {
  readonly status: number;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** There was no answer, or none that could be used, for a reason that the app of then has told. */
export interface GivenFailure {
  readonly failure: string;
  readonly status: number;
}

/** Answers in place of all upstream systems. What it throws is an error of the connection. */
export type AnswerUpstream = (asked: AskedUpstream) => GivenAnswer | GivenFailure;

/** Longer bodies are no body of a recording. */
const maxBytes = 256 * 1024 * 1024;

/** The plan of a request that something else answers, and no cache. */
export function answeredPlan(id: string, plan: RequestPlan, answer: AnswerUpstream): RequestPlan {
  const { timeout, firstByteTimeout } = plan.limits;
  return {
    ...plan,
    cache: undefined,
    origins: undefined,
    send: async ({ method, url, headers: sent, body }) => {
      const asked = {
        ...{ id, method, url: url.href, fields: [...sent], body: await bytesOf(body) },
        ...{ timeout, firstByteTimeout, isStreamed: plan.isStreamed },
      };
      const { status, fields, body: bytes } = received(answer(asked));
      const headers = new FieldList(fields.flat());
      return { status, headers, body: new BytesBody(bytes as Bytes) };
    },
  };
}

/** A key set that something else answers. */
export async function answeredKeySet(
  $: Context,
  url: URL,
  init: RequestInit,
  answer: AnswerUpstream,
): Promise<Response> {
  const timeout = defaultTimeout($[state].bindings);
  const asked = { id: "jwks", method: init.method ?? "GET", url: url.href, body: new Uint8Array(), timeout };
  const { status, fields, body } = received(answer({ ...asked, fields: [...new Headers(init.headers)] }));
  return new Response(body as Bytes, { status, headers: fields.map(([name, value]) => [name, value]) });
}

/** @throws RequestFailure */
function received(given: GivenAnswer | GivenFailure): GivenAnswer {
  if ("failure" in given) throw new RequestFailure(given.failure, given.status);
  return given;
}

async function bytesOf(body: Sending["body"]): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  if (!(body instanceof ReadableStream)) return body;
  const pieces = piecesOf(body);
  const bytes = await readPieces(() => pieces.next(), maxBytes);
  if (bytes === undefined) throw new Error("The body is too long.");
  return bytes;
}
