import type { AskedUpstream } from "../../../runtime/tracing.js";

/** An upstream request of the app, and which recorded one it is taken for; `undefined` if there is none like it. */
export interface SentUpstream extends AskedUpstream {
  readonly recorded: number | undefined;
}

/** A URL, also of what is none. */
export function urlOf(target: string): URL {
  return URL.canParse(target) ? new URL(target) : new URL("http://unknown.invalid/");
}
