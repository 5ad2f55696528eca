import type { UpstreamEvent, UpstreamTiming } from "../../../../runtime/observe/trace/format.js";
import { shownText } from "../../../../runtime/observe/trace/mask-text.js";
import type { Masks } from "../../../../runtime/observe/trace/masks.js";
import { maxName, maxValue, readRequest, readResponse } from "./read-message.js";
import { listOf, memberOf, numberOf, type Received, recordOf, textOf } from "./received.js";

const maxViolations = 200;

/** An exchange with an upstream system, as flowc writes it. */
export function readExchange(entry: Received, masks: Masks): UpstreamEvent {
  const own = recordOf(memberOf(entry, "_flowc"));
  const upstream = recordOf(memberOf(own, "upstream"));
  const response = readResponse(recordOf(memberOf(entry, "response")), own, masks);
  const violations = memberOf(upstream, "violations");
  return {
    kind: "upstream",
    at: timeOf(upstream, "at") ?? 0,
    ...optional("place", textIn(upstream, "place", masks)),
    id: textIn(upstream, "id", masks) ?? "",
    hop: timeOf(upstream, "hop") ?? 0,
    request: readRequest(recordOf(memberOf(entry, "request")), own, urlOf, masks),
    ...optional(
      "service",
      services.find((service) => service === memberOf(upstream, "service")),
    ),
    ...optional("response", response),
    ...optional("result", textIn(upstream, "result", masks)),
    ...optional("failure", textIn(upstream, "failure", masks)),
    timing: timingOf(recordOf(memberOf(upstream, "timing"))),
    ...optional("isReused", flagOf(upstream, "isReused")),
    ...optional(
      "cache",
      cacheResults.find((result) => result === memberOf(upstream, "cache")),
    ),
    ...(Array.isArray(violations)
      ? {
          violations: listOf(violations, maxViolations).map((each) =>
            shownText(textOf(each, maxValue), masks),
          ),
        }
      : {}),
    ...optional("isMocked", flagOf(upstream, "isMocked")),
  };
}

const services = ["key-set", "directory"] as const;
const cacheResults = ["hit", "revalidated", "miss"] as const;

function timingOf(timing: Received): UpstreamTiming {
  return {
    ...optional("connected", timeOf(timing, "connected")),
    ...optional("firstByte", timeOf(timing, "firstByte")),
    ...optional("ended", timeOf(timing, "ended")),
  };
}

/** A member that is there or not. */
function optional<N extends string, V>(name: N, value: V | undefined): { readonly [K in N]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [K in N]: V });
}

function timeOf(record: Received, name: string): number | undefined {
  const time = numberOf(memberOf(record, name));
  return time !== undefined && time >= 0 ? time : undefined;
}

function flagOf(record: Received, name: string): boolean | undefined {
  const flag = memberOf(record, name);
  return typeof flag === "boolean" ? flag : undefined;
}

function textIn(record: Received, name: string, masks: Masks): string | undefined {
  const text = textOf(memberOf(record, name), name === "failure" ? maxValue : maxName);
  return text === "" ? undefined : shownText(text, masks);
}

/** URLs of upstream systems alone. */
function urlOf(url: string): string {
  return /^(?:https?|ldaps?):\/\//i.test(url) ? url : "";
}
