import type { Reporter } from "../../diagnostics/reporter.js";
import { meantField, usualForm } from "../../parse/http/known-fields.js";
import { oddMediaType } from "../../parse/http/known-media-types.js";
import type { Span } from "../../source/source-text.js";
import { type AttributeTemplate, constantText } from "../../syntax/attribute-template.js";
import type { JsonMember, JsonNode } from "../../syntax/json-template.js";
import { possibleMembers } from "./settings.js";

/** Reports names of header fields that are much like one in use, and media types in them that nobody knows. */
export function checkSpelling(members: readonly JsonMember[], reporter: Reporter): void {
  for (const { name, span, value } of possibleMembers(members)) {
    checkFieldName(name, span, reporter);
    // A text without a slash is none of any form, which is reported with the other values of fields.
    if (value.kind === "constant" && typeof value.value === "string" && value.value.includes("/"))
      checkField(name, value.value, value.span, reporter);
  }
}

export function checkFieldName(name: string, span: Span, reporter: Reporter): void {
  const meant = meantField(name.trim().toLowerCase());
  if (meant !== undefined) reporter.report(span, "sentFieldTypo", { name, nearest: usualForm(meant) });
}

/** Tells whether a field holds the media type of the message. */
export const isMediaType = (name: string): boolean => name.trim().toLowerCase() === "content-type";

/** Reports media types that nobody knows in the constant value of a field. */
export function checkField(name: string, value: string, span: Span, reporter: Reporter): void {
  const field = name.trim().toLowerCase();
  if (isMediaType(name)) checkMediaType(value, span, reporter);
  // A comma in a quoted parameter parts it, which leaves no name of a media type behind.
  else if (field === "accept" && !value.includes('"'))
    for (const range of value.split(",")) checkMediaType(range, span, reporter);
}

/** Reports a media type that nobody knows. */
function checkMediaType(text: string, span: Span, reporter: Reporter): void {
  const odd = oddMediaType(text);
  if (odd !== undefined) reporter.report(span, "unknownMediaType", { name: odd.name, nearest: odd.meant });
}

/** Reports a constant media type of an attribute, or of a member, that nobody knows. */
export function checkMime(mime: AttributeTemplate | JsonNode | undefined, reporter: Reporter): void {
  if (mime === undefined) return;
  if (!("kind" in mime)) {
    const text = constantText(mime);
    if (text !== undefined) checkMediaType(text, mime.span, reporter);
  } else if (mime.kind === "constant" && typeof mime.value === "string" && mime.value.includes("/"))
    checkMediaType(mime.value, mime.span, reporter);
}
