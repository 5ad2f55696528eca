import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { allItems, type ObjectNode } from "../../syntax/json-template.js";
import { mayHave, named, possibleMembers, writtenValues } from "../action-parts/settings.js";
import { checkMediaType } from "./fields.js";
import { checkEntryName } from "./pairs.js";
import { checkProperties, type Properties } from "./properties.js";
import { object, type Shape, text } from "./shape.js";

const mime: Shape = {
  ...text((written, span, _, reporter) => checkMediaType(written, span, reporter)),
  isMediaType: true,
};

const anything: Shape = { expected: "anything", holds: () => true };

const contentShapes: readonly (readonly [string, Shape])[] = [
  ["src", text()],
  ["value", anything],
  ["mime", mime],
];

/** Says what `content-type` and the like mean here. */
const belongs = (name: string): string | undefined =>
  /^(content-?type|media-?type|type)$/i.test(name) ? "The media type is called mime here." : undefined;

const bodyProperties: Properties = { shapes: new Map(contentShapes), belongs };

/** The body of a request. */
export const content: Shape = object(
  'an object with value or src, as in { "value": "…" }',
  (body, _, reporter) => checkContent(body, "body", bodyProperties, reporter),
  { members: bodyProperties.shapes },
);

const uploadProperties: Properties = {
  shapes: new Map([["name", anything], ["filename", text()], ...contentShapes]),
  belongs,
};

/** The files of a form, and its fields. */
export const uploads: Shape = {
  expected: "an array of objects with name, and value or src",
  form: { each: { members: uploadProperties.shapes } },
  holds: ({ kind }) => kind === "array",
  check: (value, name, reporter) => {
    if (value.kind !== "array") return;
    for (const upload of allItems(value.items).flatMap(writtenValues)) {
      if (upload.kind !== "object" || !mayHave(upload.members, "name"))
        reporter.report(upload.span, "requestEntry", { name, member: "name" });
      if (upload.kind !== "object") continue;
      checkEntryName(upload, name, reporter);
      checkContent(upload, "upload", uploadProperties, reporter);
    }
  },
};

/** Proves that there is something to send, and no name in its place that nothing reads. */
function checkContent(part: ObjectNode, what: string, properties: Properties, reporter: Reporter): void {
  const { members } = part;
  if (mayHave(members, "value") || mayHave(members, "src")) {
    checkProperties(part, properties, reporter);
    const value = named(part, "value");
    if (value !== undefined && named(part, "src") !== undefined)
      reporter.report(value.span, "idleMember", { name: "value", other: "src" });
    return;
  }
  const known = possibleMembers(members).filter(({ name }) => properties.shapes.has(name));
  const [unknown] = possibleMembers(members).filter((member) => !properties.shapes.has(member.name));
  checkProperties({ ...part, members: known }, properties, reporter);
  reporter.report(unknown?.span ?? part.span, "lostBody", {
    what,
    nearest: unknown && nearest(unknown.name, ["value", "src"]),
  });
}
