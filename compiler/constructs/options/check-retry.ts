import { settings } from "../../../runtime/base/settings.js";
import type { OptionName } from "../../../runtime/upstream/options/all.js";
import { idempotencyKey, isRepeatable } from "../../../runtime/upstream/options/retry.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Span } from "../../source/source-text.js";
import type { JsonNode, ObjectNode } from "../../syntax/json-template.js";
import { allMembers, isNamed } from "../../syntax/json-template.js";
import { named, possibleMembers } from "../action-parts/settings.js";
import { memberOf } from "./files.js";
import { mayHaveOption, useOf } from "./index.js";

const names = {
  retry: "retry",
  share: "share",
  whole: "timeout",
  firstByte: "time-to-first-byte-timeout",
} as const satisfies Readonly<Record<string, OptionName>>;

/** The repetitions that a request asks for. */
interface Repetitions {
  readonly span: Span;
  /** The first attempt included; 2 where nobody knows. */
  readonly attempts: number;
}

/** Tells whether a request may ask for repetitions. */
export const mayBeRepeated = (config: ObjectNode | undefined): boolean => mayHaveOption(config, names.retry);

/** `undefined` for a request that is not repeated. */
export function repetitionsOf(config: ObjectNode | undefined): Repetitions | undefined {
  const options = optionsOf(config);
  const use = options && useOf(options, names.retry);
  const value = options && named(options, names.retry)?.value;
  if (use === undefined || value === undefined) return undefined;
  if (value.kind !== "object") return { span: use.span, attempts: (constantOf(value) ?? 1) + 1 };
  const attempts = constantOf(named(value, "attempts")?.value) ?? 2;
  return attempts > 1 ? { span: use.span, attempts } : undefined;
}

/**
 * The most seconds that a request takes, if no setting says otherwise.
 * @param otherwise those of a request that says nothing of its own
 */
export function mostSeconds(config: ObjectNode | undefined, otherwise: number): number {
  const options = optionsOf(config);
  const written = options && constantOf(named(options, names.whole)?.value);
  return Math.min(written || otherwise, settings.MAX_TIMEOUT.otherwise);
}

/** Finds parts of a request that have more time than its system has for the whole. */
export function checkPartTimes(config: ObjectNode, ofSystem: number, reporter: Reporter): void {
  const options = optionsOf(config);
  if (options === undefined || mayHaveOption(config, names.whole)) return;
  for (const name of ["connect-timeout", names.firstByte] as const) {
    const value = named(options, name)?.value;
    if ((constantOf(value) ?? 0) > ofSystem)
      reporter.report(value?.span, "idleTimeout", {
        name,
        whole: `the timeout of its system, ${ofSystem} s in x-flow-upstreams,`,
      });
  }
}

/**
 * Finds repetitions that never happen.
 * @param method in upper case, if it is known
 */
export function checkRetry(config: ObjectNode, method: string | undefined, reporter: Reporter): void {
  const options = optionsOf(config);
  checkNever(options && named(options, names.retry)?.value, reporter);
  const found = repetitionsOf(config);
  if (found === undefined || options === undefined) return;
  const { span } = found;
  const sent = method ?? (hasBody(config) ? "POST" : "GET");
  if (!isRepeatable(sent) && !mayHaveKey(config)) reporter.report(span, "retryOfMethod", { method: sent });
  const on = memberOf(named(options, names.retry)?.value, "on");
  const asksForTime =
    on?.kind === "array" && on.items.some((item) => item.kind === "item" && isTimeout(item.value));
  if (asksForTime && named(options, names.firstByte) === undefined)
    reporter.report(on.span, "retryOnTime", { name: names.firstByte });
}

/**
 * Finds repetitions for which there is no time.
 * @param limit the seconds of the whole request
 */
export function checkRetryTimes(config: ObjectNode, limit: number, reporter: Reporter): void {
  const options = optionsOf(config);
  const found = repetitionsOf(config);
  if (found === undefined || options === undefined) return;
  const { span, attempts } = found;
  const firstByte = constantOf(named(options, names.firstByte)?.value) ?? 0;
  if (firstByte * attempts > limit)
    reporter.report(span, "retryTooLate", { attempts, seconds: firstByte, limit });
  const wait = memberOf(named(options, names.retry)?.value, "wait");
  if (wait !== undefined && (constantOf(wait) ?? 0) >= limit)
    reporter.report(wait.span, "retryWait", { wait: constantOf(wait) ?? 0, limit });
}

/** Finds an object of which no repetition follows: a plain 0 is meant so. */
function checkNever(retry: JsonNode | undefined, reporter: Reporter): void {
  const attempts = memberOf(retry, "attempts");
  const on = memberOf(retry, "on");
  if (constantOf(attempts) === 1) reporter.report(attempts?.span, "retryNever", { text: "one attempt" });
  if (on?.kind === "array" && on.items.length === 0)
    reporter.report(on.span, "retryNever", { text: "no failure to repeat it after" });
}

/**
 * Finds responses that are not shared.
 * @param method in upper case, if it is known
 */
export function checkShare(config: ObjectNode, method: string | undefined, reporter: Reporter): void {
  const options = optionsOf(config);
  const use = options && useOf(options, names.share);
  const sent = method ?? (hasBody(config) ? "POST" : "GET");
  if (use?.isCertain && (hasBody(config) || !["GET", "HEAD"].includes(sent)))
    reporter.report(use.span, "shareOfMethod", { method: sent });
}

const optionsOf = (config: ObjectNode | undefined): ObjectNode | undefined => {
  const options = config && named(config, "options")?.value;
  return options?.kind === "object" ? options : undefined;
};

const isTimeout = (value: JsonNode): boolean => value.kind === "constant" && value.value === "timeout";

const constantOf = (value: JsonNode | undefined): number | undefined =>
  value?.kind === "constant" ? Number(value.value) || 0 : undefined;

const hasBody = (config: ObjectNode): boolean =>
  ["body", "post", "uploads"].some((name) => named(config, name) !== undefined);

/** Tells whether a request may have the field that makes it repeatable. */
function mayHaveKey(config: ObjectNode): boolean {
  const headers = named(config, "headers")?.value;
  if (headers === undefined) return !possibleMembers(config.members).every(({ name }) => name !== "headers");
  if (headers.kind !== "object") return true;
  return allMembers(headers.members).some(
    (member) => !isNamed(member) || member.name.toLowerCase() === idempotencyKey,
  );
}
