/**
 * The members of the events of the log, by the type of the event. Lines of traces (`engine_trace`) are a format of their
 * own.
 * @module
 */
import { entriesOf } from "./setting.js";

const common = "timestamp type requestID trace_id span_id instance worker";
const exchange = `${common} url method status mime bytes`;
const process = `${common} title version flowc build uptime`;

const byType = {
  engine_access: `${exchange} path agent referrer realtime requestbytes flow requestmime location client_address subject`,
  engine_request: `${exchange} duration id cacheHit refresh shared timing curlErrorCode curlErrorMessage`,
  engine_alert: `${common} topic message place severity status code request stack`,
  engine_debug: `${common} level topic message`,
  engine_start: `${process} message url node pid`,
  engine_admin: `${common} message url`,
  engine_reload: `${common} message changed restart`,
  engine_drain: process,
  engine_end: `${process} exitCode`,
};

/** What an event is about and how bad it is: nobody can leave it out. */
const head: ReadonlySet<string> = new Set(["timestamp", "type", "requestID", "message", "severity", "level"]);

/** The members that the engine gives events of a type. Flows add others to `engine_access`. */
export const logMembers: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(byType).map(([type, names]) => [type, new Set(names.split(" "))]),
);

/** The names of members that may be left out. `undefined` for a text that has another name. */
export function readOmitted(text: string): ReadonlySet<string> | undefined {
  const names = entriesOf(text);
  const isMember = (name: string) =>
    !head.has(name) && [...logMembers.values()].some((members) => members.has(name));
  return names.length > 0 && names.every(isMember) ? new Set(names) : undefined;
}
