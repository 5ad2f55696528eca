import type { JsonForm, JsonMemberForm } from "../../language/index.js";
import { fieldNames, knownMediaTypes } from "../../parse/index.js";
import type { Range } from "../reading/loose-xml.js";
import { commandsIn, type Zone } from "../reading/zone.js";
import { type Completion, literally } from "./completion.js";

/** Where a place is in the JSON that a template writes. */
interface JsonPlace {
  /** The names that lead there; `undefined` stands for an item of an array. */
  readonly path: readonly (string | undefined)[];
  readonly isName: boolean;
  /** The range between the quotes, if there are any. */
  readonly quoted: Range | undefined;
  readonly present: ReadonlySet<string>;
}

interface Frame {
  readonly isObject: boolean;
  readonly names: Set<string>;
  name: string | undefined;
  /** A name comes next. */
  wantsName: boolean;
}

function jsonPlace(zone: Zone, offset: number): JsonPlace | undefined {
  const frames: Frame[] = [];
  const { text } = zone;
  const commands = new Map(commandsIn(zone).map((command) => [command.start, command]));
  const placed = (quoted: Range | undefined): JsonPlace | undefined => {
    const frame = frames.at(-1);
    if (frame === undefined) return undefined;
    const path = frames.slice(0, -1).map(({ isObject, name }) => (isObject ? name : undefined));
    const isName = frame.isObject && frame.wantsName;
    return {
      path: isName ? path : [...path, frame.isObject ? frame.name : undefined],
      isName,
      quoted,
      present: frame.names,
    };
  };
  for (let at = zone.start; at < offset; at++) {
    const command = commands.get(at);
    const frame = frames.at(-1);
    const character = text[at];
    if (command !== undefined) at = command.end - 1;
    else if (character === '"') {
      const close = stringEnd(text, at + 1, zone.end);
      if (close >= offset) return placed({ start: at + 1, end: close });
      const name = text.slice(at + 1, close);
      if (frame?.isObject && frame.wantsName) frame.name = name;
      at = close;
    } else if (character === "{" || character === "[")
      frames.push({
        isObject: character === "{",
        names: new Set(),
        name: undefined,
        wantsName: character === "{",
      });
    else if (character === "}" || character === "]") frames.pop();
    else if (character === ":" && frame?.isObject) {
      if (frame.name !== undefined) frame.names.add(frame.name);
      frame.wantsName = false;
    } else if (character === "," && frame !== undefined) frame.wantsName = frame.isObject;
  }
  return placed(undefined);
}

/** The offset of the closing quote; a string that is still being written ends with its line. */
function stringEnd(text: string, from: number, limit: number): number {
  for (let at = from; at < limit; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"' || text[at] === "\n") return at;
  }
  return limit;
}

interface Found {
  readonly form: JsonForm | undefined;
  readonly member: JsonMemberForm | undefined;
}

function formAt(form: JsonForm, path: readonly (string | undefined)[]): Found {
  let found: Found = { form, member: undefined };
  for (const name of path) {
    const member = name === undefined ? undefined : found.form?.members?.get(name);
    found = { form: member?.form ?? found.form?.each, member };
  }
  return found;
}

/** Completions at a place in the JSON of a template. */
export function completeJson(zone: Zone, form: JsonForm, offset: number): readonly Completion[] {
  const place = jsonPlace(zone, offset);
  if (place === undefined) return [];
  return place.isName ? completeName(zone, form, place, offset) : completeValue(zone, form, place, offset);
}

function completeName(zone: Zone, form: JsonForm, place: JsonPlace, offset: number): readonly Completion[] {
  const { form: here } = formAt(form, place.path);
  const names = [...(here?.members?.keys() ?? []), ...(here?.hasFields ? fieldNames() : [])];
  const range = place.quoted ?? { start: offset, end: offset };
  const behind = zone.text.slice(range.end, range.end + 100);
  const hasColon = /^"?\s{0,99}:/.test(behind);
  return names
    .filter((name) => !place.present.has(name))
    .map((name) => {
      const member = here?.members?.get(name);
      const whole = place.quoted === undefined;
      const start = whole ? `"${name}` : name;
      const close = whole || !behind.startsWith('"') ? '"' : "";
      // Behind the name, the quote that is there stays.
      const isPlain = hasColon || (!whole && close === "");
      return {
        label: name,
        kind: "property",
        range,
        text: isPlain ? `${start}${whole ? '"' : ""}` : `${start}${close}: `,
        ...(!isPlain && { snippet: `${literally(`${start}${close}: `)}${valueSnippet(member)}` }),
        detail: member?.expected,
        element: zone.element.name,
      };
    });
}

function valueSnippet(member: JsonMemberForm | undefined): string {
  if (member?.form !== undefined) return member.form.each === undefined ? "{ $1 }" : "[ $1 ]";
  if (member?.values !== undefined || member === undefined) return "$1";
  return member.expected.startsWith("a string") ? '"$1"' : "$1";
}

function completeValue(zone: Zone, form: JsonForm, place: JsonPlace, offset: number): readonly Completion[] {
  const { path, quoted } = place;
  const { member } = formAt(form, path);
  const { form: around } = formAt(form, path.slice(0, -1));
  const name = path.at(-1)?.toLowerCase();
  const isMediaType =
    member?.isMediaType === true ||
    (around?.hasFields === true && (name === "content-type" || name === "accept"));
  const values = isMediaType ? knownMediaTypes() : (member?.values ?? []);
  const word = /[\w-]*$/.exec(zone.text.slice(Math.max(zone.start, offset - 100), offset))?.[0] ?? "";
  const range = quoted ?? { start: offset - word.length, end: offset };
  return values
    .filter((value) => quoted === undefined || typeof value === "string")
    .map((value) => ({
      label: String(value),
      kind: "value",
      range,
      text: quoted === undefined ? JSON.stringify(value) : String(value),
    }));
}

/** The name of the property at a place, and the element whose JSON it is in. */
export function propertyAt(
  zone: Zone,
  form: JsonForm,
  offset: number,
): { name: string; range: Range } | undefined {
  const place = jsonPlace(zone, offset);
  if (place?.isName !== true || place.quoted === undefined) return undefined;
  const { form: here } = formAt(form, place.path);
  const name = zone.text.slice(place.quoted.start, place.quoted.end);
  return here?.members?.has(name) === true ? { name, range: place.quoted } : undefined;
}
