import { nearest } from "../../../runtime/base/nearest.js";
import type { OptionName } from "../../../runtime/upstream/options/all.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Span } from "../../source/source-text.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { isComplete, mayHave, named, possibleMembers } from "../action-parts/settings.js";
import { checkShape } from "../bodies/shape.js";
import { type RequestOption, requestOptions } from "./request-options.js";

/**
 * Proves that the options of a request have an effect, and can be carried out together.
 * @param belongs where a name belongs that is no option
 */
export function checkOptions(
  options: ObjectNode,
  reporter: Reporter,
  belongs: (name: string) => string | undefined,
): void {
  for (const { name, value, span } of possibleMembers(options.members)) {
    const option = byName.get(name);
    if (option === undefined) {
      const advice = belongs(name);
      const meant = advice === undefined ? nearest(name, byName.keys()) : undefined;
      reporter.report(span, "unsupportedRequestProperty", { kind: "option", name, nearest: meant, advice });
    } else
      checkShape(value, option.shape, name, reporter, (wrong, expected) =>
        reporter.report(wrong, "requestOption", { name, expected }),
      );
  }
  checkExcluded(options, reporter);
  checkCaching(options, reporter);
  checkTimeouts(options, reporter);
  if (isComplete(options)) for (const option of requestOptions) checkNeeds(options, option, reporter);
}

const byName: ReadonlyMap<string, RequestOption> = new Map(
  requestOptions.map((option) => [option.name, option]),
);

/** Proves that no option is there beside one that excludes it. */
function checkExcluded(options: ObjectNode, reporter: Reporter): void {
  for (const { name, excludes } of requestOptions) {
    if (excludes === undefined || named(options, name) === undefined) continue;
    const excluded = requestOptions.filter((option) => option.name.startsWith(`${excludes}-`));
    const first = excluded.flatMap((option) => named(options, option.name) ?? [])[0];
    if (first !== undefined) reporter.report(first.span, "optionExcluded", { name, topic: excludes });
  }
}

/** Proves that an option is not there without another one that it needs. */
function checkNeeds(options: ObjectNode, option: RequestOption, reporter: Reporter): void {
  const { name, needs = [], idleWithout = [] } = option;
  const use = useOf(options, name);
  if (use === undefined) return;
  if (needs.length > 0 && needs.every((needed) => named(options, needed) === undefined))
    reporter.report(use.span, "requestOptionAlone", { name, needed: needs.join(" or ") });
  if (idleWithout.length > 0 && idleWithout.every((needed) => useOf(options, needed) === undefined))
    if (use.isCertain) reporter.report(use.span, "idleOption", { name, needed: idleWithout.join(" or ") });
}

/** Proves that a part of a request does not have more time than the whole. */
function checkTimeouts(options: ObjectNode, reporter: Reporter): void {
  const [whole, ...parts] = requestOptions.filter(({ value }) => value === "seconds");
  const limit = whole === undefined ? 0 : secondsOf(options, whole.name);
  for (const { name } of parts)
    if (limit > 0 && secondsOf(options, name) > limit)
      reporter.report(named(options, name)?.value.span, "idleTimeout", { name, whole: "timeout" });
}

/** A number that is written; 0 for any other. */
function secondsOf(options: ObjectNode, name: string): number {
  const value = named(options, name)?.value;
  return value?.kind === "constant" ? Number(value.value) || 0 : 0;
}

/** Tells whether a request may have an option: of one that is not known, any. */
export function mayHaveOption(config: ObjectNode | undefined, name: OptionName): boolean {
  if (config === undefined) return true;
  const options = named(config, "options")?.value;
  if (options === undefined) return mayHave(config.members, "options");
  return options.kind !== "object" || mayHave(options.members, name);
}

interface Use {
  readonly span: Span;
  readonly isCertain: boolean;
}

/** An option that is, or may be, on; undefined for one that is off. */
export function useOf(options: ObjectNode, name: string): Use | undefined {
  const member = named(options, name);
  if (member === undefined) return undefined;
  const { value, span } = member;
  if (value.kind !== "constant") return { span, isCertain: false };
  const isOn = typeof value.value === "string" ? value.value.trim() !== "0" : Number(value.value) > 0;
  return isOn ? { span, isCertain: true } : undefined;
}

/** Proves that a request uses one kind of cache. */
export function checkCaching(options: ObjectNode, reporter: Reporter): void {
  const used = kinds.map((name) => useOf(options, name));
  const [, second] = used;
  if (second !== undefined && used.every((kind) => kind?.isCertain))
    reporter.report(second.span, "cachedTwice");
}

/** The options that each ask for a kind of cache. */
const kinds: readonly OptionName[] = ["use-http-cache", "force-cache-ttl"];
