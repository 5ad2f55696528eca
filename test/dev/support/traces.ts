import type { Body, Fields } from "../../../runtime/observe/trace/exchange.js";
import {
  type Trace,
  type TraceEvent,
  traceVersion,
  type UpstreamEvent,
} from "../../../runtime/observe/trace/format.js";

/** A body, and what the fields of its message say of it. */
export interface TypedBody extends Body {
  readonly type: string;
}

/** A body that was kept whole. */
export function body(type: string, content: string | Uint8Array): TypedBody {
  const bytes = Buffer.from(content);
  const kept = typeof content === "string" ? { text: content } : { base64: bytes.toString("base64") };
  return { type, bytes: bytes.length, ...kept };
}

/** The fields and the body of a message. */
function content(typed: TypedBody | undefined, fields: Fields = []): { fields: Fields; body?: Body } {
  if (typed === undefined) return { fields };
  const { type, ...body } = typed;
  return { fields: [["content-type", type], ...fields], body };
}

interface Told {
  readonly method?: string;
  readonly target: string;
  readonly fields?: Fields;
  readonly sent?: TypedBody;
  readonly route?: string;
  readonly flow: string;
  readonly status?: number;
  readonly answer?: TypedBody;
  readonly events?: readonly TraceEvent[];
}

/** The trace of a request, as an app would have told it. */
export function traceOf({ method = "GET", target, fields = [], sent, route, flow, ...more }: Told): Trace {
  const { status = 200, answer, events = [] } = more;
  return {
    version: traceVersion,
    id: "0f3c5e1a-6f0e-4a3e-9a53-7b1c2d3e4f50",
    startedAt: Date.now(),
    build: 1,
    request: { method, target, ...content(sent, fields) },
    route: route ?? target.replace(/\?.*/, "").replace(/^\/api/, ""),
    flow,
    response: { status, ...content(answer) },
    duration: 1,
    events: [{ kind: "flow", at: 0, file: flow }, ...events],
    ran: [],
    hasSecrets: false,
    dropped: 0,
  };
}

/** An exchange with an upstream system. */
export function exchange(
  id: string,
  target: string,
  answer: TypedBody | undefined,
  more: Partial<UpstreamEvent> & { readonly status?: number; readonly fields?: Fields } = {},
): UpstreamEvent {
  const { status = 200, fields = [], ...rest } = more;
  return {
    kind: "upstream",
    at: 0,
    id,
    hop: 0,
    request: { method: "GET", target, fields: [] },
    response: { status, ...content(answer, fields) },
    timing: {},
    ...rest,
  };
}
