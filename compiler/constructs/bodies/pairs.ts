import { isToken } from "../../../runtime/http/field-syntax.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Span } from "../../source/source-text.js";
import { allItems, type ObjectNode } from "../../syntax/json-template.js";
import {
  allNamed,
  callsIn,
  isComplete,
  mayHave,
  named,
  possibleMembers,
  type WrittenValue,
  writtenValues,
} from "../action-parts/settings.js";
import { functions } from "../functions/index.js";
import { checkMember } from "./properties.js";
import { type Shape, scalar } from "./shape.js";

type ConstantNode = Extract<WrittenValue, { kind: "constant" }>;

type CheckName = (name: string, span: Span, reporter: Reporter) => void;

/** Names and values: an object, or a list of objects with a name and a value each. */
const pairs = (checkName?: CheckName, isEncoded = false): Shape => ({
  expected: 'an object, as in { "name": "value" }, or an array of objects with name and value',
  holds: ({ kind }) => kind !== "constant",
  check: (value, name, reporter) => {
    checkPairs(value, name, reporter, checkName);
    if (isEncoded) checkEncoding(value, name, reporter);
  },
});

export const form: Shape = pairs(undefined, true);

export const query: Shape = {
  ...form,
  expected: "a string, an object, or an array of objects with name and value",
  holds: (value) => value.kind !== "constant" || typeof value.value === "string",
  check: (value, name, reporter) => {
    if (value.kind === "constant") checkQueryText(value, reporter);
    else form.check?.(value, name, reporter);
  },
};

function checkQueryText({ value, span }: ConstantNode, reporter: Reporter): void {
  if (typeof value === "string" && value.includes("&amp;"))
    reporter.report(span, "escapedText", { name: "query" });
  if (typeof value === "string" && value.startsWith("?")) reporter.report(span, "queryMark");
}

/** Finds values that are encoded once more. */
function checkEncoding(value: WrittenValue, name: string, reporter: Reporter): void {
  const values =
    value.kind === "object"
      ? possibleMembers(value.members).map((pair) => pair.value)
      : value.kind === "array"
        ? allItems(value.items)
            .flatMap(writtenValues)
            .flatMap((entry) => (entry.kind === "object" ? allNamed(entry.members, "value") : []))
        : [];
  for (const call of values.flatMap(callsIn))
    if (functions.get(call.name)?.keepsText === "encoded")
      reporter.report(call.span, "encodedTwice", { name });
}

export const cookies: Shape = pairs((name, span, reporter) => {
  if (!isToken(name)) reporter.report(span, "cookieName", { name });
});

function checkPairs(value: WrittenValue, name: string, reporter: Reporter, checkName?: CheckName): void {
  if (value.kind === "object")
    for (const pair of possibleMembers(value.members)) {
      checkName?.(pair.name, pair.span, reporter);
      checkMember(pair.value, scalar, `${name}/${pair.name}`, reporter);
    }
  else if (value.kind === "array")
    for (const entry of allItems(value.items).flatMap(writtenValues))
      checkEntry(entry, name, reporter, checkName);
}

function checkEntry(entry: WrittenValue, name: string, reporter: Reporter, checkName?: CheckName): void {
  if (entry.kind !== "object") {
    reporter.report(entry.span, "requestEntry", { name, member: "name and a value" });
    return;
  }
  for (const member of ["name", "value"])
    if (!mayHave(entry.members, member)) reporter.report(entry.span, "requestEntry", { name, member });
  const value = named(entry, "value")?.value;
  if (value !== undefined) checkMember(value, scalar, `${name}/value`, reporter);
  checkEntryName(entry, name, reporter, checkName);
}

/** Proves that a list's entry has a name that is a text and not empty. */
export function checkEntryName(
  entry: ObjectNode,
  name: string,
  reporter: Reporter,
  checkName?: CheckName,
): void {
  const written = named(entry, "name")?.value;
  for (const { span, ...value } of written === undefined ? [] : writtenValues(written)) {
    const found = value.kind === "constant" ? value.value : undefined;
    if (typeof found !== "string" || found === "")
      reporter.report(span, "requestEntry", { name, member: "name that is a text" });
    else checkName?.(found, span, reporter);
  }
}

/** Tells whether there is something to send in any case. */
export const hasPairs = (value: WrittenValue | undefined): boolean =>
  (value?.kind === "object" && value.members.length > 0 && isComplete(value)) ||
  (value?.kind === "array" && value.items.some(({ kind }) => kind === "item"));
