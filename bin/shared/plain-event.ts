import { memberOf } from "./values.js";

/** The members of an event of the log that flowc reads, whatever names `FLOW_LOG_NAMES` gives them. */
export interface PlainEvent {
  readonly type: unknown;
  readonly requestID: unknown;
  readonly severity: unknown;
  readonly message: unknown;
  readonly method: unknown;
  /** With the query. */
  readonly path: unknown;
  readonly place: unknown;
}

export function plainEvent(event: unknown): PlainEvent {
  const attributes = memberOf(event, "attributes");
  const isOpenTelemetry = typeof memberOf(event, "event_name") === "string";
  const isEcs = typeof memberOf(event, "event.action") === "string";
  if (!isOpenTelemetry && !isEcs) {
    const of = (name: string) => memberOf(event, name);
    return {
      ...{ type: of("type"), requestID: of("requestID"), severity: of("severity"), message: of("message") },
      ...{ method: of("method"), path: of("path"), place: of("place") },
    };
  }
  const of = (name: string) => memberOf(isEcs ? event : attributes, name);
  const [path, query] = [of("url.path"), of("url.query")];
  const [file, line] = isEcs
    ? [of("log.origin.file.name"), of("log.origin.file.line")]
    : [of("code.file.path"), of("code.line.number")];
  return {
    type: memberOf(event, isEcs ? "event.action" : "event_name"),
    requestID: of(isEcs ? "http.request.id" : "flow.request.id"),
    severity: String(memberOf(event, isEcs ? "log.level" : "severity_text")).toLowerCase(),
    message: memberOf(event, isEcs ? "message" : "body"),
    method: of("http.request.method"),
    path: query === undefined ? path : `${path}?${query}`,
    place: line === undefined ? file : `${file}:${line}`,
  };
}
