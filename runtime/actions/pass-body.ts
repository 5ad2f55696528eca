import { Content } from "../flow/content.js";
import { type Context, state } from "../flow/context.js";
import { setStatus } from "./set-status.js";

/** The `pass-body` action: sends the body of the upstream response `id` as it came. */
export function passBody($: Context, id = "main", mediaType = "text/plain", status?: number | string): void {
  const passed = $[state].contents?.get(id);
  $[state].main = passed && new Content(passed.source, mediaType, passed.status);
  if (status !== undefined) setStatus($, status);
}
