import { Content } from "../../request/content.js";
import { type Context, type Outcome, requestEnded, state } from "../../request/context.js";
import { setStatus } from "./set-status.js";

/**
 * The `dump` action: the content is the response, and the request's flows end. Without a status of its own, the status
 * stays as it is. The client gets the cookies of upstream responses, unless the flow has set others.
 */
export function dump(
  $: Context,
  content: Content | undefined,
  mediaType?: string,
  status?: number | string,
): Outcome {
  const current = $[state];
  current.events?.tell("dump", { kind: "output", to: "dump", value: () => content?.text });
  current.main = content && new Content(content.source, mediaType || content.mediaType, current.main?.status);
  const cookies = current.upstreamCookies;
  if (cookies.length > 0) {
    current.headers ??= new Map();
    if (!current.headers.has("set-cookie")) current.headers.set("set-cookie", cookies);
  }
  if (status !== undefined) setStatus($, status);
  return requestEnded;
}
