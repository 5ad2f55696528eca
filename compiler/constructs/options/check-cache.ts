import { isWithoutBody } from "../../../runtime/http/methods.js";
import { conditionalFields, isNegotiation } from "../../../runtime/upstream/cache/request-fields.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { textOf } from "../../source/source-text.js";
import { allItems, alternatives, type JsonNode, type ObjectNode } from "../../syntax/json-template.js";
import { type Expression, pathFromVariable } from "../../syntax/xpath.js";
import { allValues, named, possibleMembers } from "../action-parts/settings.js";
import { functions } from "../functions/index.js";
import { useOf } from "./index.js";
import { requestOptions } from "./request-options.js";

/**
 * Finds options of the cache without effect.
 * @param method in upper case, if it is known
 */
export function checkCached(config: ObjectNode, method: string | undefined, reporter: Reporter): void {
  const options = named(config, "options")?.value;
  if (options?.kind !== "object") return;
  const used = cacheOptions.filter(({ name }) => useOf(options, name)?.isCertain === true);
  // Beside another one, it says that this one is off.
  const [only, ...others] = cacheOptions.flatMap(({ name }) => named(options, name) ?? []);
  if (others.length === 0 && only?.value.kind === "constant" && String(only.value.value).trim() === "0")
    reporter.report(only.value.span, "cacheOfNothing", { name: String(only.name) });
  const [first] = used;
  if (first === undefined) return;
  if (method !== undefined && !isWithoutBody(method)) {
    for (const { name } of used)
      reporter.report(useOf(options, name)?.span, "cacheOfMethod", { name, method });
    return;
  }
  checkFields(named(config, "headers")?.value, first.name, reporter);
  for (const name of keyed) checkNew(named(config, name)?.value, first.name, reporter);
  for (const { name, splitsCache } of requestOptions)
    if (splitsCache) checkNew(named(options, name)?.value, first.name, reporter);
}

const cacheOptions = requestOptions.filter(({ facility }) => facility === "cache");

/** What a request says beside its header fields that tells responses in the cache apart. */
const keyed = ["url", "query", "cookies"];

function checkFields(headers: JsonNode | undefined, option: string, reporter: Reporter): void {
  if (headers?.kind !== "object") return;
  for (const { name, span, value } of possibleMembers(headers.members)) {
    const field = name.toLowerCase();
    const isSent = value.kind !== "constant" || (value.value !== null && value.value !== "");
    if (conditionalFields.includes(field)) {
      if (isSent) reporter.report(span, "besideCache", { name, option });
    } else if (!isNegotiation(field)) checkNew(value, option, reporter);
  }
}

/** Finds a value that is another one for each request. */
function checkNew(value: JsonNode | undefined, option: string, reporter: Reporter): void {
  for (const one of value === undefined ? [] : alternatives(value)) {
    if (one.kind === "object") for (const inner of allValues(one.members)) checkNew(inner, option, reporter);
    if (one.kind === "array") for (const inner of allItems(one.items)) checkNew(inner, option, reporter);
    const found = one.kind === "expression" ? newIn(one.value.operands[0]) : undefined;
    if (found !== undefined) reporter.report(found.span, "neverCached", { text: textOf(found.span), option });
  }
}

/** The part of a text that no other request has. */
function newIn(expression: Expression): Expression | undefined {
  const read = pathFromVariable(expression);
  if (read?.variable.name === "request" && read.names.length === 1 && read.names[0] === "id")
    return expression;
  if (expression.kind !== "call") return undefined;
  const { isNew, keepsText = "partly" } = functions.get(expression.name) ?? {};
  if (isNew === true) return expression;
  return keepsText === "partly"
    ? undefined
    : expression.arguments.map(newIn).find((found) => found !== undefined);
}
