import { Content } from "../flow/content.js";
import { type Context, requestEnded, state } from "../flow/context.js";
import { setStatus } from "./set-status.js";

/**
 * The `dump` action: the content is the response, and the request's flows end. Without a status of its own, the status
 * stays as it is.
 */
export function dump(
  $: Context,
  content: Content | undefined,
  mediaType?: string,
  status?: number | string,
): typeof requestEnded {
  const current = $[state];
  current.debug?.say("dump", () => content?.text ?? "(empty)");
  current.main = content && new Content(content.source, mediaType || content.mediaType, current.main?.status);
  if (status !== undefined) setStatus($, status);
  return requestEnded;
}
