import { type Node, parseXml, readJson, writeJson } from "../../../runtime/data/index.js";
import { essence, isJson, isXml, parameter } from "../../../runtime/http/index.js";
import { textIn } from "../body.js";
import { isStandIn } from "./forms.js";

export type MemberProblem = "missing" | "extra" | "type" | "value" | "order" | "length";

/** What differs, before it is cut. */
export interface WholeValues {
  /** Where it is, down to the number of an item: `items[3].price`. */
  readonly at: string;
  readonly was: unknown;
  readonly is: unknown;
}

/** A difference of two bodies. */
export interface BodyDifference {
  readonly problem: MemberProblem;
  /** Where it is: `items[].price`; empty for the whole body. */
  readonly member: string;
  readonly was: string;
  readonly is: string;
  readonly whole?: WholeValues;
}

export interface Body {
  readonly bytes: Uint8Array;
  /** Its media type as it was sent; empty if there is none. */
  readonly type: string;
}

/** Of one body. More say nothing new. */
const maxDifferences = 100;

/** The differences in meaning. Bodies with none may still have other bytes: other white space, another order of members. */
export function bodyDifferences(was: Body, is: Body): readonly BodyDifference[] {
  if (Buffer.compare(was.bytes, is.bytes) === 0) return [];
  const problem = was.bytes.length === 0 ? "extra" : is.bytes.length === 0 ? "missing" : undefined;
  if (problem !== undefined) return [{ problem, member: "", was: shownBytes(was), is: shownBytes(is) }];
  const [old = "", own = ""] = [was, is].map(({ bytes }) => textIn(bytes)?.trim());
  if (isStandIn(old) || isStandIn(own)) {
    const whole = { at: "", was: old, is: own };
    return [{ problem: "value", member: "", was: shownBytes(was), is: shownBytes(is), whole }];
  }
  const [before, now] = [treeOf(was), treeOf(is)];
  if (before.kind !== now.kind)
    return [
      {
        problem: "type",
        member: "",
        was: `${before.kind} ${shownBytes(was)}`,
        is: `${now.kind} ${shownBytes(is)}`,
      },
    ];
  const found = new Finder();
  try {
    found.compare(before.value, now.value, "", "");
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // nested too deeply
    found.add("value", "", "", shownBytes(was), shownBytes(is));
  }
  return found.differences;
}

type Value = unknown;

interface Tree {
  readonly kind: "JSON" | "XML" | "a form" | "text" | "bytes";
  readonly value: Value;
}

function treeOf({ bytes, type }: Body): Tree {
  const text = textIn(bytes);
  if (text === undefined)
    return { kind: "bytes", value: `${bytes.length} bytes, ${Buffer.from(bytes).toString("base64")}` };
  try {
    if (isJson(type) || (type === "" && /^\s*[{[]/.test(text)))
      return { kind: "JSON", value: readJson(text) };
    if (isXml(type)) return { kind: "XML", value: documentOf(parseXml(text).documentElement) };
  } catch {
    // It is not what it says.
  }
  if (essence(type) === "application/x-www-form-urlencoded") return { kind: "a form", value: formOf(text) };
  const boundary = parameter(type, "boundary");
  const plain = boundary ? text.replaceAll(boundary, "boundary") : text;
  return { kind: "text", value: new Lines(plain.replace(/\r\n?/g, "\n").trimEnd().split("\n")) };
}

/** Lines of text, of which the first that differs is told. */
class Lines {
  constructor(readonly lines: readonly string[]) {}
}

function formOf(text: string): Value {
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text))
    fields.set(name, [...(fields.get(name) ?? []), value]);
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

/** The outermost element, whose name is not that of a member. */
function documentOf(element: Node | undefined): Value {
  const value = elementOf(element);
  const members = typeof value === "object" ? value : { "text()": value };
  return { "name()": element && nameOf(element), ...members };
}

function nameOf({ namespaceUri, name, localName }: Node): string {
  return namespaceUri === "" ? name : `{${namespaceUri}}${localName}`;
}

/** An element as canonical XML has it, but for white space between elements. */
function elementOf(node: Node | undefined): Value {
  if (node === undefined) return null;
  const members = new Map<string, Value[]>();
  const put = (key: string, value: Value): void => {
    const list = members.get(key);
    if (list === undefined) members.set(key, [value]);
    else list.push(value);
  };
  for (const attribute of node.attributes) put(`@${nameOf(attribute)}`, attribute.toText());
  for (const element of node.elements) put(nameOf(element), elementOf(element));
  const text = node.children
    .filter(({ type }) => type === "text")
    .map((each) => each.toText())
    .join("");
  const own = node.elements.length > 0 ? text.trim() : text;
  if (members.size === 0) return own;
  if (own !== "") put("text()", own);
  if (node.elements.length > 1) put("order of elements", node.elements.map(nameOf).join(" "));
  return Object.fromEntries(
    [...members].map(([key, values]) => [key, values.length === 1 ? values[0] : values]),
  );
}

class Finder {
  readonly differences: BodyDifference[] = [];

  add(problem: MemberProblem, member: string, at: string, was: Value, is: Value, isWhole = true): void {
    if (this.differences.length >= maxDifferences) return;
    const whole = isWhole && { whole: { at, was, is } };
    this.differences.push({ problem, member, was: shown(was), is: shown(is), ...whole });
  }

  /** @param at the same as the member, with the numbers of items */
  compare(was: Value, is: Value, member: string, at: string): void {
    if (was instanceof Lines && is instanceof Lines) this.#lines(was.lines, is.lines);
    else if (typeOf(was) !== typeOf(is)) this.add("type", member, at, was, is);
    else if (Array.isArray(was) && Array.isArray(is)) this.#arrays(was, is, member, at);
    else if (typeof was === "object" && was !== null) this.#objects(was, is as object, member, at);
    else if (was !== is) this.add("value", member, at, was, is);
  }

  /** Lines that one side has more of move all that follow, which says nothing new. */
  #lines(was: readonly string[], is: readonly string[]): void {
    const isMoved = was.length !== is.length;
    for (let index = 0; index < Math.max(was.length, is.length); index++) {
      const [before, now] = [was[index], is[index]];
      if (before === now) continue;
      const line = was.length === 1 && is.length === 1 ? "" : `line ${index + 1}`;
      // One side has no such line: this is another text, even where the line that is shown is noise.
      this.add("value", line, line, before, now, !isMoved);
      if (isMoved) return;
    }
  }

  #arrays(was: readonly Value[], is: readonly Value[], member: string, at: string): void {
    if (was.length !== is.length) {
      this.add("length", member, at, was.length, is.length, false);
      return;
    }
    const before = was.map(canonical);
    const now = is.map(canonical);
    if (before.join() === now.join()) return;
    if ([...before].sort().join() === [...now].sort().join()) {
      this.add("order", member, at, was, is, false);
      return;
    }
    for (const [index, value] of was.entries())
      this.compare(value, is[index], `${member}[]`, `${at}[${index}]`);
  }

  #objects(was: object, is: object, member: string, at: string): void {
    const inside = (of: string, name: string): string =>
      of === "" ? shownName(name) : `${of}.${shownName(name)}`;
    const before = new Map(Object.entries(was));
    const now = new Map(Object.entries(is));
    for (const [name, value] of before) {
      const [its, place] = [inside(member, name), inside(at, name)];
      if (!now.has(name)) this.add("missing", its, place, value, undefined);
      else this.compare(value, now.get(name), its, place);
    }
    for (const [name, value] of now)
      if (!before.has(name)) this.add("extra", inside(member, name), inside(at, name), undefined, value);
  }
}

/** A value as a text that is the same for values of the same meaning. */
function canonical(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return String(writeJson(value));
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`,
  );
  return `{${members.sort().join()}}`;
}

function typeOf(value: Value): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "bigint" ? "number" : typeof value;
}

const shownName = (name: string): string => (/^[^.[\]"\s]+$/.test(name) ? name : JSON.stringify(name));

/** Characters of a value in a report. */
const maxShown = 200;

const shown = (value: Value): string => {
  const text = value === undefined ? "" : String(writeJson(value));
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
};

function shownBytes({ bytes }: Body): string {
  const text = textIn(bytes.subarray(0, maxShown * 4));
  return text === undefined ? `${bytes.length} bytes` : shown(text);
}
