import type {
  ShownBody,
  ShownFields,
  Trace,
  TraceEvent,
  UpstreamEvent,
} from "../../../runtime/observe/trace/format.js";

/** A body that was kept whole. */
export function body(type: string, content: string | Uint8Array): ShownBody {
  const bytes = Buffer.from(content);
  return {
    type,
    bytes: bytes.length,
    content: typeof content === "string" ? content : bytes.toString("base64"),
    encoding: typeof content === "string" ? "text" : "base64",
    isCut: false,
  };
}

const fieldsOf = (shown: ShownBody | undefined): ShownFields =>
  shown === undefined ? [] : [["content-type", shown.type]];

interface Told {
  readonly method?: string;
  readonly target: string;
  readonly fields?: ShownFields;
  readonly sent?: ShownBody;
  readonly route?: string;
  readonly flow: string;
  readonly status?: number;
  readonly answer?: ShownBody;
  readonly events?: readonly TraceEvent[];
}

/** The trace of a request, as an app would have told it. */
export function traceOf({ method = "GET", target, fields = [], sent, route, flow, ...more }: Told): Trace {
  const { status = 200, answer, events = [] } = more;
  return {
    version: 1,
    id: "0f3c5e1a-6f0e-4a3e-9a53-7b1c2d3e4f50",
    startedAt: Date.now(),
    build: 1,
    request: { method, target, fields: [...fieldsOf(sent), ...fields], body: sent },
    route: route ?? target.replace(/\?.*/, "").replace(/^\/api/, ""),
    flow,
    response: { status, fields: fieldsOf(answer), body: answer },
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
  answer: ShownBody | undefined,
  more: Partial<UpstreamEvent> & { readonly status?: number; readonly fields?: ShownFields } = {},
): UpstreamEvent {
  const { status = 200, fields = [], ...rest } = more;
  return {
    kind: "upstream",
    at: 0,
    id,
    hop: 0,
    request: { method: "GET", target, fields: [], body: undefined },
    response: { status, fields: [...fieldsOf(answer), ...fields], body: answer },
    timing: {},
    ...rest,
  };
}
