import { readJsonOr } from "../../../runtime/data/json/long-integers.js";
import { isWithoutBody } from "../../../runtime/http/methods.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Span } from "../../source/source-text.js";
import { type AttributeTemplate, constantText } from "../../syntax/attribute-template.js";
import { allMembers, isNamed, type JsonNode, type ObjectNode } from "../../syntax/json-template.js";
import {
  callsIn,
  mayHave,
  named,
  possibleMembers,
  settingOf,
  writtenValues,
} from "../action-parts/settings.js";
import { hasPairs } from "./pairs.js";

/** Proves that everything that a request says it sends is sent. */
export function checkSent(
  config: ObjectNode,
  attribute: AttributeTemplate | undefined,
  reporter: Reporter,
): void {
  checkMethodOfBody(config, attribute, reporter);
  const body = named(config, "body");
  const other = ["uploads", "post"].find((name) => isWritten(named(config, name)?.value));
  if (body !== undefined && other !== undefined)
    reporter.report(body.span, "idleMember", { name: "body", other });
  checkCookies(config, reporter);
  checkTypeOfForm(config, reporter);
  checkEncodedCredentials(config, reporter);
  if (body !== undefined && other === undefined) checkJsonText(config, body.value, reporter);
}

/** Finds JSON that is written as a text, and sent as one. */
function checkJsonText(config: ObjectNode, body: JsonNode, reporter: Reporter): void {
  if (body.kind !== "object" || mayHave(body.members, "mime") || mayHave(body.members, "src")) return;
  const headers = named(config, "headers")?.value;
  if (headers === undefined ? mayHave(config.members, "headers") : mayHaveType(headers)) return;
  const value = named(body, "value")?.value;
  for (const written of value === undefined ? [] : writtenValues(value))
    if (written.kind === "constant" && typeof written.value === "string" && isJsonText(written.value))
      reporter.report(written.span, "jsonAsText");
  for (const call of value === undefined ? [] : callsIn(value))
    if (call.name === "json-stringify") reporter.report(call.span, "jsonAsText");
}

const mayHaveType = (headers: JsonNode): boolean =>
  headers.kind !== "object" ||
  allMembers(headers.members).some(
    (member) => !isNamed(member) || member.name.toLowerCase() === "content-type",
  );

const isJsonText = (text: string): boolean =>
  /^\s*[[{]/.test(text) && readJsonOr(text, undefined) !== undefined;

const isWritten = (value: JsonNode | undefined): boolean =>
  value?.kind === "object" || value?.kind === "array";

/** Proves that a method that is written can have a body. That of the JSON comes before the attribute. */
function checkMethodOfBody(
  config: ObjectNode,
  attribute: AttributeTemplate | undefined,
  reporter: Reporter,
): void {
  const written = writtenMethod(config, attribute);
  const method = written?.text ?? "";
  const name = bodyIn(config);
  if (isWithoutBody(method) && name !== undefined)
    reporter.report(written?.span, "bodyOfMethod", { method, name });
}

/** The method that is written, in upper case. */
export function writtenMethod(
  config: ObjectNode,
  attribute: AttributeTemplate | undefined,
): { readonly text: string; readonly span: Span } | undefined {
  const setting = settingOf(config, "method");
  if (setting.kind === "constant") return { text: setting.value.toUpperCase(), span: setting.span };
  const text = setting.kind === "absent" && attribute !== undefined ? constantText(attribute) : undefined;
  return attribute && text?.trim() ? { text: text.trim().toUpperCase(), span: attribute.span } : undefined;
}

/** The method that a request is sent with, in upper case; `undefined` if it is computed. */
export function sentMethod(config: ObjectNode, attribute?: AttributeTemplate): string | undefined {
  const written = writtenMethod(config, attribute)?.text;
  const isComputed = settingOf(config, "method").kind === "computed";
  if (written !== undefined || isComputed || (attribute && constantText(attribute) === undefined))
    return written;
  if (bodyNames.some((name) => isWritten(named(config, name)?.value))) return "POST";
  return bodyNames.some((name) => mayHave(config.members, name)) ? undefined : "GET";
}

const bodyNames = ["body", "post", "uploads"];

/** The property that makes a body in any case. That of the client may be missing. */
function bodyIn(config: ObjectNode): string | undefined {
  const body = named(config, "body")?.value;
  if (body?.kind === "object" && !mayHave(body.members, "src")) return "body";
  return ["post", "uploads"].find((name) => isWritten(named(config, name)?.value));
}

/** Finds a field of cookies that those of `cookies` replace. */
function checkCookies(config: ObjectNode, reporter: Reporter): void {
  const cookies = named(config, "cookies")?.value;
  const headers = named(config, "headers")?.value;
  if (headers?.kind !== "object" || cookies === undefined) return;
  const field = headers.members.find(
    (member) =>
      member.kind === "member" && typeof member.name === "string" && member.name.toLowerCase() === "cookie",
  );
  if (field !== undefined && writtenValues(cookies).every(hasPairs))
    reporter.report(field.span, "idleMember", { name: "Cookie", other: "cookies" });
}

/** Finds a media type beside a form that is not one of forms. */
function checkTypeOfForm(config: ObjectNode, reporter: Reporter): void {
  const headers = named(config, "headers")?.value;
  const form = ["post", "uploads"].find((name) => isWritten(named(config, name)?.value));
  if (headers?.kind !== "object" || form === undefined) return;
  for (const { name, value } of possibleMembers(headers.members))
    if (name.toLowerCase() === "content-type")
      for (const written of writtenValues(value))
        if (written.kind === "constant" && typeof written.value === "string" && !isOfForms(written.value))
          reporter.report(written.span, "typeOfForm", { form, type: written.value });
}

const isOfForms = (type: string): boolean =>
  /^\s*(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i.test(type) || type === "";

/** Finds credentials that are encoded here, and again where they are sent. */
function checkEncodedCredentials(config: ObjectNode, reporter: Reporter): void {
  const options = named(config, "options")?.value;
  if (options?.kind !== "object") return;
  for (const { name, value } of possibleMembers(options.members))
    if (name.endsWith("-credentials"))
      for (const call of callsIn(value))
        if (call.name === "base64-encode") reporter.report(call.span, "encodedTwice", { name });
}
