import { type Trace, traceVersion } from "./format.js";

/** A trace while more becomes known. */
export type GrowingTrace = { -readonly [K in keyof Trace]: Trace[K] };

type Beginning = Pick<Trace, "id" | "startedAt" | "build" | "request" | "route" | "hasSecrets">;

/** A trace of which nothing is known yet but its beginning. */
export function beginTrace(beginning: Beginning): GrowingTrace {
  return {
    version: traceVersion,
    ...beginning,
    flow: "",
    response: undefined,
    duration: undefined,
    events: [],
    ran: [],
    dropped: 0,
  };
}
