import { code, docComment, join, property } from "../../code/code.js";
import { concat, type Doc, group, hardline, ifBroken, indent, line, softline } from "../../code/doc.js";
import { wrapped } from "../flow/comments.js";

/** A type, and what has to be in parentheses to be a part of another one. */
export interface Type {
  readonly doc: Doc;
  readonly binds: "tight" | "union" | "intersection";
  /** How it is written after `=` or `:`, if that is another way. */
  readonly assigned?: Doc;
  readonly form?: "object" | "nothing";
  /** Of a union: a union of unions is one list. */
  readonly parts?: readonly Type[];
}

export const tight = (doc: Doc): Type => ({ doc, binds: "tight" });

export const unknown: Type = tight(code`unknown`);
export const never: Type = tight(code`never`);
export const text: Type = tight(code`string`);
export const nothing: Type = { ...tight(code`null`), form: "nothing" };
export const absent: Type = { ...tight(code`undefined`), form: "nothing" };

export function union(all: readonly Type[]): Type {
  const types = all.flatMap((type) => type.parts ?? [type]);
  const [first, ...others] = types;
  if (first === undefined) return never;
  if (others.length === 0) return first;
  if (types.includes(unknown)) return unknown;
  const docs = types.map(({ doc, binds }) => (binds === "intersection" ? code`(${doc})` : doc));
  const made = { binds: "union", parts: types } as const;
  const objects = types.filter(({ form }) => form === "object").length;
  // As a formatter has it: the lines of an object are not moved by what is beside it, if that is nothing.
  if (objects === 1 && types.every(({ form }) => form !== undefined))
    return { ...made, doc: join(code` | `, docs) };
  const list = code`${ifBroken(code`| `, code``)}${join(code`${line}| `, docs.map(indent))}`;
  return {
    ...made,
    doc: group(code`${indent(code`${softline}${list}`)}${softline}`),
    assigned: group(indent(code`${line}${list}`)),
  };
}

/** A type after `=` or `:`. */
export const assigned = (type: Type): Doc => type.assigned ?? code` ${type.doc}`;

export function intersection(types: readonly Type[]): Type {
  const known = types.filter((type) => type !== unknown);
  const [first = unknown, ...others] = known;
  if (others.length === 0) return first;
  const parts = known.map(({ doc, binds }) => (binds === "union" ? code`(${doc})` : doc));
  return { doc: group(join(code` & `, parts)), binds: "intersection" };
}

/** The type with a mark behind it, as in `string[]`. */
export const marked = ({ doc, binds }: Type, mark: Doc): Type =>
  tight(binds === "tight" ? code`${doc}${mark}` : code`(${doc})${mark}`);

/** `Name<…>` */
export function generic(name: Doc, args: readonly Doc[]): Type {
  const all = join(code`,${line}`, args);
  return tight(group(code`${name}<${indent(code`${softline}${all}`)}${softline}>`));
}

export interface Member {
  readonly name: string;
  readonly type: Type;
  readonly isOptional?: boolean;
  readonly docs?: string;
}

/** @param index the type of members that are not listed */
export function objectType(members: readonly Member[], index?: Type): Type {
  if (members.length === 0 && index === undefined) return { ...tight(code`{}`), form: "object" };
  const written = members.map(({ name, type, isOptional = false, docs = "" }) => {
    const mark = isOptional ? code`?` : code``;
    return documented(docs, code`${property(name)}${mark}:${assigned(type)}`);
  });
  const all = index === undefined ? written : [...written, code`[name: string]:${assigned(index)}`];
  const content = code`${line}${join(code`;${line}`, all)}${ifBroken(code`;`, code``)}`;
  return { ...tight(group(code`{${indent(content)}${line}}`)), form: "object" };
}

/** Leaves room for what comments are indented by. */
const maxWidth = 85;

export function documented(docs: string, doc: Doc): Doc {
  if (docs === "") return doc;
  // Lines that are too long, broken between words.
  const rows = docs.split("\n").flatMap((row) => (row.length <= maxWidth ? row : wrapped(row, maxWidth)));
  return concat([docComment(rows.join("\n")), hardline, doc]);
}
