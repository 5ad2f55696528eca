import type { Reporter } from "../../diagnostics/reporter.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { checkNames } from "../action-parts/check-names.js";
import { isComplete, named } from "../action-parts/settings.js";
import { checkCaching, needsCaching } from "./caching.js";
import { requestOptions } from "./request-options.js";

/** Proves that the options of a request have an effect, and can be carried out together. */
export function checkOptions(config: ObjectNode, reporter: Reporter): void {
  const options = named(config, "options")?.value;
  if (options?.kind !== "object") return;
  checkNames(options, names, reporter);
  checkValues(options, reporter);
  checkExcluded(options, reporter);
  checkCaching(options, reporter);
  if (isComplete(options)) checkNeeds(options, reporter);
}

const names = requestOptions.map(({ name }) => name);

/** Proves that no option has a constant value that it cannot have. */
function checkValues(options: ObjectNode, reporter: Reporter): void {
  for (const { name, expected, accepts } of requestOptions) {
    const value = named(options, name)?.value;
    if (value !== undefined && !accepts(value))
      reporter.report(value.span, "requestOption", { name, expected });
  }
}

/** Proves that no option is there beside one that excludes it. */
function checkExcluded(options: ObjectNode, reporter: Reporter): void {
  for (const { name, excludes } of requestOptions) {
    if (excludes === undefined || named(options, name) === undefined) continue;
    const excluded = requestOptions.filter((option) => option.name.startsWith(`${excludes}-`));
    const first = excluded.flatMap((option) => named(options, option.name) ?? [])[0];
    if (first !== undefined) reporter.report(first.span, "optionExcluded", { name, topic: excludes });
  }
}

/** Proves that no option is there without another one that it needs. */
function checkNeeds(options: ObjectNode, reporter: Reporter): void {
  for (const option of requestOptions) {
    const { name, needs = [] } = option;
    const member = named(options, name);
    if (member === undefined || needs.length === 0 || needsCaching(option)) continue;
    if (needs.every((needed) => named(options, needed) === undefined))
      reporter.report(member.span, "requestOptionAlone", { name, needed: needs.join(" or ") });
  }
}
