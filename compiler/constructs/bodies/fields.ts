import { isConnectionField, isFieldValue, isToken } from "../../../runtime/http/field-syntax.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { isOfOtherSide, type Side, usualForm } from "../../parse/http/known-fields.js";
import { type Span, textOf } from "../../source/source-text.js";
import { allItems, type JsonMember, type JsonNode, type ObjectNode } from "../../syntax/json-template.js";
import type { Expression } from "../../syntax/xpath.js";
import { callsIn, possibleMembers, writtenValues } from "../action-parts/settings.js";
import { cookieFault, wrongForm } from "./field-values.js";
import { checkMember } from "./properties.js";
import { object, type Shape, scalar } from "./shape.js";

/** Header fields of a request: a value each. */
export const fields: Shape = object(
  'an object, as in { "Accept": "text/html" }',
  (value, name, reporter) => {
    checkFields(value, "request", reporter);
    for (const field of possibleMembers(value.members))
      checkMember(field.value, scalar, `${name}/${field.name}`, reporter);
  },
  { hasFields: true },
);

/** Header fields of a response, which may have several values. */
export const responseFields: Shape = object(
  "an object",
  (value, name, reporter) => {
    checkFields(value, "response", reporter);
    for (const field of possibleMembers(value.members))
      for (const single of singleValues(field.value))
        checkMember(single, scalar, `${name}/${field.name}`, reporter);
  },
  { hasFields: true },
);

/** Proves that header fields have names and texts that can be sent, each name once. */
export function checkFields({ members }: ObjectNode, side: Side, reporter: Reporter): void {
  checkRepeated(members, reporter);
  for (const { name, span, value } of possibleMembers(members)) {
    if (!isToken(name)) reporter.report(span, "fieldName", { name });
    else if (isConnectionField(name.toLowerCase()) && !isLeftOut(value))
      reporter.report(span, "connectionField", { name });
    else if (!isLeftOut(value)) checkSide(name, side, span, reporter);
    if (name.toLowerCase() === "authorization") checkCredentials(value, reporter);
    for (const single of singleValues(value).flatMap(writtenValues)) {
      if (single.kind !== "constant" || typeof single.value !== "string") continue;
      if (!isFieldValue(single.value.trim())) reporter.report(single.span, "fieldText", { name });
      else checkMeaning(name.toLowerCase(), single.value, single.span, reporter);
    }
  }
}

/** Tells whether the field is written only so that it is not sent. */
const isLeftOut = (value: JsonNode): boolean =>
  value.kind === "constant" && (value.value === null || value.value === "");

/** Proves that whoever gets a field looks at it. */
export function checkSide(name: string, side: Side, span: Span, reporter: Reporter): void {
  if (isOfOtherSide(name.toLowerCase(), side)) reporter.report(span, "fieldOfOther", { name, side });
}

/** Finds computed credentials whose scheme is not parted from them, or stands there twice. */
function checkCredentials(value: JsonNode, reporter: Reporter): void {
  for (const call of callsIn(value)) {
    if (call.name !== "concat") continue;
    const [scheme, credentials] = call.arguments;
    if (scheme?.kind !== "literal" || !/^(bearer|basic)\s*$/i.test(scheme.value)) continue;
    const isTwice = isCredentials(credentials);
    const isPair = isPlainPair(credentials) || call.arguments.slice(1).some(isColon);
    if (/^basic\s/i.test(scheme.value) && isPair) reporter.report(call.span, "basicCredentials");
    if (isTwice || !/\s$/.test(scheme.value))
      reporter.report(scheme.span, "credentialsScheme", { scheme: scheme.value.trim(), isTwice });
  }
}

/** Tells whether an expression is a user and a password as they are. */
const isPlainPair = (expression: Expression | undefined): boolean =>
  expression?.kind === "call" && expression.name === "concat" && expression.arguments.some(isColon);

const isColon = (part: Expression): boolean => part.kind === "literal" && part.value.includes(":");

/** Tells whether an expression is the field of the client, with its scheme. */
const isCredentials = (expression: Expression | undefined): boolean =>
  expression !== undefined &&
  textOf(expression.span).replace(/\s+/g, "") === "$request/headers/authorization";

/** Proves that a field with a form of its own has it. */
export function checkMeaning(field: string, text: string, span: Span, reporter: Reporter): void {
  const what = wrongForm(field, text);
  const fault = field === "set-cookie" ? cookieFault(text) : undefined;
  if (what !== undefined) reporter.report(span, "fieldForm", { name: usualForm(field), text, what });
  if (fault !== undefined) reporter.report(span, "cookieFault", { fault });
  if (field === "content-type") checkMediaType(text, span, reporter);
  // A comma in a quoted parameter parts it.
  else if (field === "accept" && !text.includes('"')) {
    for (const range of text.split(",")) {
      // Some clients write `*` for any media type.
      if (!/^\s*\*\s*(;|$)/.test(range)) checkMediaType(range, span, reporter);
    }
  } else if (field === "authorization" && /^basic\s+(?![\w+/-]+=*\s*$)/i.test(text))
    reporter.report(span, "basicCredentials");
}

/** The values that a field may have: one, or those of a list. */
export const singleValues = (value: JsonNode): readonly JsonNode[] =>
  value.kind === "array" ? allItems(value.items) : [value];

/** Finds names that differ only in their case. The same name twice is reported for every object. */
function checkRepeated(members: readonly JsonMember[], reporter: Reporter): void {
  const seen = new Map<string, string>();
  for (const member of members) {
    if (member.kind !== "member" || typeof member.name !== "string") continue;
    const { name, span } = member;
    const other = seen.get(name.toLowerCase());
    if (other !== undefined && other !== name) reporter.report(span, "fieldTwice", { name, other });
    seen.set(name.toLowerCase(), name);
  }
}

/** Proves that a text has the form of a media type. */
export function checkMediaType(text: string, span: Span, reporter: Reporter): void {
  const [, type = "", subtype = ""] = /^([^/;]*)\/([^/;]*)/.exec(text.trim()) ?? [];
  if (text !== "" && !(isToken(type) && isToken(subtype.trim())))
    reporter.report(span, "mediaType", { text });
}
