/**
 * Writes the events of the log in the names of the field, and without the members that nobody wants. It becomes the file
 * `log-form.cjs` beside `server.js`, which is loaded where `FLOW_LOG_NAMES` or `FLOW_LOG_OMIT` is set.
 * @module
 */
import { logMembers } from "../../base/log-members.js";
import { readJsonOr, writeJson } from "../../data/json/long-integers.js";
import { isObject, type JsonObject, type JsonValue, setMember } from "../../data/model/values.js";
import type { LogForm, LogFormModule, LogNames } from "../node/log-form-module.js";
import { fieldNames } from "./field-names.js";

/** The version of the Elastic Common Schema that has the names. */
const ecsVersion = "8.11.0";

/** The levels of both, and the number that OpenTelemetry has for each, by the words of our events. */
const levels: ReadonlyMap<JsonValue | undefined, readonly [word: string, number: number]> = new Map([
  ["verbose", ["trace", 1]],
  ["debug", ["debug", 5]],
  ["info", ["info", 9]],
  ["warn", ["warn", 13]],
  ["warning", ["warn", 13]],
  ["error", ["error", 17]],
  ["alert", ["fatal", 21]],
]);

const usual = ["info", 9] as const;

/** The parts of an event that are written. */
interface Parts {
  readonly type: string;
  readonly head: ReadonlyMap<string, JsonValue>;
  readonly rest: readonly (readonly [string, JsonValue])[];
}

const inHead: ReadonlySet<string> = new Set(["timestamp", "type", "message", "severity", "level"]);
const none: ReadonlySet<string> = new Set();

function formOf(names: LogNames | undefined, omitted: ReadonlySet<string> = none): LogForm {
  const write = names === undefined ? undefined : { ecs: asEcs, opentelemetry: asOpenTelemetry }[names];
  return (line) => {
    const event = readJsonOr(line, undefined);
    if (!isObject(event) || event.type === "engine_trace") return line;
    const own = logMembers.get(String(event.type)) ?? none;
    const members = Object.entries(event).filter(([name]) => !(omitted.has(name) && own.has(name)));
    if (write === undefined) return writeJson(Object.fromEntries(members));
    const isHead = ([name]: readonly [string, JsonValue]) => own.has(name) && inHead.has(name);
    return writeJson(
      write({
        type: String(event.type),
        head: new Map(members.filter(isHead)),
        rest: members.filter((member) => !isHead(member)),
      }),
    );
  };
}

function asEcs({ type, head, rest }: Parts): JsonObject {
  const [level] = levels.get(head.get("severity") ?? head.get("level")) ?? usual;
  return {
    "@timestamp": head.get("timestamp") ?? null,
    "log.level": level,
    message: head.get("message") ?? type,
    "ecs.version": ecsVersion,
    "event.action": type,
    ...named("ecs", type, rest),
  };
}

/** The fields of OpenTelemetry's data model for logs, in the spelling of its protocol. */
function asOpenTelemetry({ type, head, rest }: Parts): JsonObject {
  const [level, number] = levels.get(head.get("severity") ?? head.get("level")) ?? usual;
  const { trace_id, span_id, ...others } = named("opentelemetry", type, rest);
  const isOfResource = ([name]: readonly [string, JsonValue]) => resource.has(name);
  const all = Object.entries(others);
  return {
    timestamp: head.get("timestamp") ?? null,
    severity_text: level.toUpperCase(),
    severity_number: number,
    body: head.get("message") ?? type,
    event_name: type,
    ...(trace_id !== undefined && { trace_id }),
    ...(span_id !== undefined && { span_id }),
    resource: Object.fromEntries(all.filter(isOfResource)),
    attributes: Object.fromEntries(all.filter((entry) => !isOfResource(entry))),
  };
}

/** Attributes of what writes the log. */
const resource: ReadonlySet<string> = new Set([
  ...["host.name", "service.name", "service.version", "process.runtime.version", "process.pid"],
]);

/**
 * The members by their names of the field. What was not sent is left out, since there are fields that take no empty text.
 * What flows have added stays together under a name that nothing else has.
 */
function named(names: LogNames, type: string, rest: Parts["rest"]): JsonObject {
  const own = logMembers.get(type);
  const added: Record<string, JsonValue> = {};
  const all = rest.flatMap(([name, value]) => {
    const field = own?.has(name) ? fieldNames.get(name)?.[names] : undefined;
    if (field !== undefined) return value === "" || value === null ? [] : field.write(value);
    setMember(added, name, value);
    return [];
  });
  return { ...Object.fromEntries(all), ...(Object.keys(added).length > 0 && { "flow.fields": added }) };
}

export const logFormModule: LogFormModule = { formOf };
