import { isIP } from "node:net";
import type { JsonValue } from "../../data/model/values.js";
import type { LogNames } from "../node/log-form-module.js";

/** How a member is written in the names of the field. */
interface Field {
  /** All names that it may have. */
  readonly names: readonly string[];
  write(value: JsonValue): readonly (readonly [name: string, value: JsonValue])[];
}

/** The member under one name, perhaps as another value. */
function as(name: string, make: (value: JsonValue) => JsonValue = (value) => value): Field {
  return { names: [name], write: (value) => [[name, make(value)]] };
}

/** OpenTelemetry has lists of the values of header fields. */
function header(name: string): Field {
  return as(name, (value) => [value]);
}

/** There is none where nobody has answered. */
function status(name: string): Field {
  return { names: [name], write: (value) => (value === 0 ? [] : [[name, value]]) };
}

const target: Field = {
  names: ["url.path", "url.query"],
  write(value) {
    const [, path = "", query] = /^([^?]*)(?:\?(.*))?$/s.exec(String(value)) ?? [];
    return [["url.path", path], ...(query ? [["url.query", query] as const] : [])];
  },
};

/** A line of a flow. */
function place(file: string, line: string): Field {
  return {
    names: [file, line],
    write(value) {
      const [, path, number] = /^(.*):(\d+)$/s.exec(String(value)) ?? [];
      return path === undefined
        ? [[file, value]]
        : [
            [file, path],
            [line, Number(number)],
          ];
    },
  };
}

/** Elasticsearch takes no other text for an IP address; flows may give the member any value. */
const client: Field = {
  names: ["client.ip", "client.address"],
  write: (value) => [[isIP(String(value)) === 0 ? "client.address" : "client.ip", value]],
};

const nanoseconds = as("event.duration", (value) => Math.round(Number(value) * 1e9));

/** The names where both have the same; `flow.…` where neither has one. */
const same: Readonly<Record<string, string>> = {
  worker: "flow.worker",
  url: "url.full",
  method: "http.request.method",
  agent: "user_agent.original",
  flow: "flow.file",
  subject: "user.id",
  id: "flow.upstream.id",
  request: "flow.upstream.id",
  cacheHit: "flow.cache.hit",
  refresh: "flow.cache.refresh",
  shared: "flow.shared",
  timing: "flow.timing",
  curlErrorCode: "flow.curl.code",
  title: "service.name",
  version: "service.version",
  flowc: "flow.version",
  build: "flow.build",
  pid: "process.pid",
  changed: "flow.changed",
  restart: "flow.restart",
};

const different: Readonly<Record<string, readonly [ecs: Field, openTelemetry: Field]>> = {
  requestID: [as("http.request.id"), as("flow.request.id")],
  trace_id: [as("trace.id"), as("trace_id")],
  span_id: [as("span.id"), as("span_id")],
  instance: [as("host.hostname"), as("host.name")],
  status: [status("http.response.status_code"), status("http.response.status_code")],
  path: [target, target],
  mime: [as("http.response.mime_type"), header("http.response.header.content-type")],
  requestmime: [as("http.request.mime_type"), header("http.request.header.content-type")],
  referrer: [as("http.request.referrer"), header("http.request.header.referer")],
  location: [as("flow.location"), header("http.response.header.location")],
  bytes: [as("http.response.body.bytes"), as("http.response.body.size")],
  requestbytes: [as("http.request.body.bytes"), as("http.request.body.size")],
  realtime: [nanoseconds, as("flow.duration")],
  duration: [nanoseconds, as("flow.duration")],
  client_address: [client, as("client.address")],
  curlErrorMessage: [as("error.message"), as("exception.message")],
  topic: [as("log.logger"), as("flow.topic")],
  place: [place("log.origin.file.name", "log.origin.file.line"), place("code.file.path", "code.line.number")],
  code: [as("error.code", String), as("flow.error.code")],
  stack: [as("error.stack_trace"), as("exception.stacktrace")],
  node: [as("flow.node"), as("process.runtime.version")],
  uptime: [as("process.uptime", (value) => Math.round(Number(value))), as("flow.uptime")],
  exitCode: [as("process.exit_code"), as("process.exit.code")],
};

/** By the names of our members, but for those that begin each event. */
export const fieldNames: ReadonlyMap<string, Readonly<Record<LogNames, Field>>> = new Map([
  ...Object.entries(same).map(
    ([name, field]) => [name, { ecs: as(field), opentelemetry: as(field) }] as const,
  ),
  ...Object.entries(different).map(([name, [ecs, opentelemetry]]) => [name, { ecs, opentelemetry }] as const),
]);
