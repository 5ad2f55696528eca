/**
 * Writes the events of the log in the names of the field, and without the members that nobody wants. It becomes the file
 * `log-form.cjs` beside `server.js`, which is loaded where `FLOW_LOG_NAMES` or `FLOW_LOG_OMIT` is set.
 * @module
 */
import { logMembers } from "../../base/log-members.js";
import { readJsonOr, writeJson } from "../../data/json/long-integers.js";
import { isObject, type JsonObject, type JsonValue } from "../../data/model/values.js";
import { quoted } from "../../observe/logs/json-line.js";
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

type Member = readonly [name: string, value: JsonValue];

/** An event, with its members by the names of the field. */
interface Named {
  readonly timestamp: JsonValue;
  readonly type: string;
  readonly level: readonly [word: string, number: number];
  readonly message: JsonValue;
  readonly members: readonly Member[];
}

const inHead: ReadonlySet<string> = new Set(["timestamp", "type", "message", "severity", "level"]);
const none: ReadonlySet<string> = new Set();

function formOf(names: LogNames | undefined, omitted: ReadonlySet<string> = none): LogForm {
  return (line) => {
    const event = readJsonOr(line, undefined);
    if (!isObject(event) || event.type === "engine_trace") return line;
    const own = logMembers.get(String(event.type)) ?? none;
    const wanted = Object.entries(event).filter(([name]) => !(omitted.has(name) && own.has(name)));
    if (names === undefined) return object(wanted);
    const known = named(names, event, own, wanted);
    return names === "ecs" ? ecsEvent(known) : openTelemetryEvent(known);
  };
}

function ecsEvent({ timestamp, type, level, message, members }: Named): string {
  return object([
    ["@timestamp", timestamp],
    ["log.level", level[0]],
    ["message", message],
    ["ecs.version", ecsVersion],
    ["event.action", type],
    ...members,
  ]);
}

/** The fields of OpenTelemetry's data model for logs, in the spelling of its protocol. */
function openTelemetryEvent({ timestamp, type, level, message, members }: Named): string {
  const [word, number] = level;
  const head = object([
    ["timestamp", timestamp],
    ["severity_text", word.toUpperCase()],
    ["severity_number", number],
    ["body", message],
    ["event_name", type],
    ...members.filter(([name]) => ofEvent.has(name)),
  ]);
  const attributes = members.filter(([name]) => !ofEvent.has(name) && !ofResource.has(name));
  const resource = members.filter(([name]) => ofResource.has(name));
  return `${head.slice(0, -1)},"resource":${object(resource)},"attributes":${object(attributes)}}`;
}

const ofEvent: ReadonlySet<string> = new Set(["trace_id", "span_id"]);

/** Attributes of what writes the log. */
const ofResource: ReadonlySet<string> = new Set([
  ...["host.name", "service.name", "service.version", "process.runtime.version", "process.pid"],
]);

/**
 * What was not sent is left out, since there are fields that take no empty text. What flows have added stays together under
 * a name that nothing else has.
 */
function named(
  names: LogNames,
  event: JsonObject,
  own: ReadonlySet<string>,
  wanted: readonly Member[],
): Named {
  const added: Member[] = [];
  const members: Member[] = [];
  for (const member of wanted) {
    const [name, value] = member;
    const field = own.has(name) ? fieldNames.get(name)?.[names] : undefined;
    if (field !== undefined) {
      if (value !== "" && value !== null) for (const one of field.write(value)) members.push(one);
    } else if (!(own.has(name) && inHead.has(name))) added.push(member);
  }
  if (added.length > 0) members.push(["flow.fields", Object.fromEntries(added)]);
  const ofOwn = (name: string) => (own.has(name) ? event[name] : undefined);
  const type = String(event.type);
  return {
    timestamp: event.timestamp ?? null,
    type,
    level: levels.get(ofOwn("severity") ?? ofOwn("level")) ?? usual,
    message: ofOwn("message") ?? type,
    members,
  };
}

/** Joins the members one by one, which takes less time than making an object of them first. */
function object(members: readonly Member[]): string {
  let text = "";
  for (const [name, value] of members)
    text += `${text === "" ? "{" : ","}${quoted(name)}:${typeof value === "string" ? quoted(value) : writeJson(value)}`;
  return text === "" ? "{}" : `${text}}`;
}

export const logFormModule: LogFormModule = { formOf };
