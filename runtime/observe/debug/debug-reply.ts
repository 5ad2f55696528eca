import { statusesWithoutContent } from "../../http/methods.js";
import { type Reply, toHead, toHeaders, toResponse } from "../../http/reply.js";
import type { AccessRecord } from "../logs/access-record.js";
import type { Debugging } from "./debugging.js";

/**
 * The response with the messages of debugging in its body, if they were asked for there and the response can have a
 * body.
 */
export function debugReply(
  { method, access }: { readonly method: string; readonly access: AccessRecord },
  debug: Debugging,
  reply: Reply,
): Reply {
  debug.over();
  debug.say("time", () => `${access.realtime} s until the response`);
  if (!debug.isInBody || method === "HEAD" || statusesWithoutContent.has(reply.status)) return reply;
  const response = toResponse(reply);
  const headers = toHeaders(reply.head);
  headers.delete("content-length");
  headers.delete("etag");
  access.isStreamed = false; // the log is to count the bytes of the new response
  const output = debug.take();
  const isFirst = debug.sink === "inline" || response.body === null;
  const shown = new Blob([isFirst || output === "" ? output : `\n${output}`]).stream();
  const parts = response.body === null ? [shown] : [shown, response.body];
  return {
    status: reply.status,
    bytes: undefined,
    head: toHead(headers),
    body: joined(isFirst ? parts : parts.reverse()),
  };
}

/** Several streams, one after the other. */
function joined(streams: readonly ReadableStream<Uint8Array>[]): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const pipe = async (): Promise<void> => {
    for (const stream of streams) await stream.pipeTo(writable, { preventClose: true });
    await writable.close();
  };
  const give = () => streams.filter(({ locked }) => !locked).map((stream) => stream.cancel());
  pipe().catch(() => Promise.allSettled(give())); // the reader sees the error, and cancelling tells the writers of the rest
  return readable;
}
