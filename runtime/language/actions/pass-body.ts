import { Content } from "../../request/content.js";
import { type Context, state } from "../../request/context.js";
import { setStatus } from "./set-status.js";

interface PassedAs {
  readonly mime?: string;
  readonly status?: number | string;
}

/** The `pass-body` action: sends the body of the upstream response `id` as it came. */
export function passBody($: Context, id: string, { mime = "text/plain", status }: PassedAs = {}): void {
  const passed = $[state].contents?.get(id);
  $[state].main = passed && new Content(passed.source, mime, passed.status);
  if (status !== undefined) setStatus($, status);
}
