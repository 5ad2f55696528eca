import type { Span } from "../source/source-text.js";
import type { TemplateExpression } from "./template.js";
import type { BlockCommand } from "./template-command.js";

/**
 * A template that yields one JSON value on every path, as the tree of that JSON with the commands in their
 * places.
 */
export type JsonNode =
  | {
      readonly kind: "constant";
      readonly span: Span;
      readonly value: string | number | boolean | null;
      /** As the app writes it. */
      readonly text: string;
    }
  | { readonly kind: "expression"; readonly span: Span; readonly value: TemplateExpression }
  | { readonly kind: "dot"; readonly span: Span }
  | { readonly kind: "object"; readonly span: Span; readonly members: readonly JsonMember[] }
  | { readonly kind: "array"; readonly span: Span; readonly items: readonly JsonItem[] }
  | JsonBlock<JsonNode>;

export type ObjectNode = Extract<JsonNode, { kind: "object" }>;

export type JsonMember =
  | {
      readonly kind: "member";
      readonly span: Span;
      readonly name: string | JsonKey;
      readonly value: JsonNode;
    }
  /** Members whose names are those of the nodes that are found. */
  | { readonly kind: "producer"; readonly span: Span; readonly value: TemplateExpression }
  | JsonBlock<readonly JsonMember[]>;

export type JsonItem =
  | { readonly kind: "item"; readonly span: Span; readonly value: JsonNode }
  | JsonBlock<readonly JsonItem[]>;

/** A property name that is computed. */
export type JsonKey =
  | { readonly kind: "expression"; readonly span: Span; readonly value: TemplateExpression }
  | { readonly kind: "dot"; readonly span: Span };

/** A command that contains a value, members or items. */
export interface JsonBlock<T> {
  readonly kind: "block";
  readonly span: Span;
  readonly command: BlockCommand;
  readonly ways: readonly [JsonWay<T>, ...JsonWay<T>[]];
  /** There is always a value. Of members or items there may be none. */
  readonly otherwise: T;
}

export interface JsonWay<T> {
  readonly span: Span;
  readonly value: TemplateExpression;
  /** Without a context of its own, the variables are those of what is around. */
  readonly scope: JsonScope<T>;
}

/** The contents of a block, one for each path through it. */
export const contentsOf = <T>({ ways, otherwise }: JsonBlock<T>): readonly T[] => [
  ...ways.map(({ scope }) => scope.content),
  otherwise,
];

type SingleMember = Extract<JsonMember, { kind: "member" | "producer" }>;
type NamedMember = Extract<JsonMember, { kind: "member" }> & { readonly name: string };

/** Tells whether a part of an object is a member whose name is written. */
export const isNamed = (member: JsonMember): member is NamedMember =>
  member.kind === "member" && typeof member.name === "string";

/** The members that an object may have, those under conditions and in loops included. */
export function allMembers(members: readonly JsonMember[]): readonly SingleMember[] {
  return members.flatMap((member) =>
    member.kind === "block" ? contentsOf(member).flatMap(allMembers) : [member],
  );
}

/** The items that an array may have, those under conditions and in loops included. */
export function allItems(items: readonly JsonItem[]): readonly JsonNode[] {
  return items.flatMap((item) => (item.kind === "block" ? contentsOf(item).flatMap(allItems) : [item.value]));
}

/** The values that JSON may be: one, or several under conditions. */
export const alternatives = (json: JsonNode): readonly Exclude<JsonNode, { kind: "block" }>[] =>
  json.kind === "block" ? contentsOf(json).flatMap(alternatives) : [json];

/** Content that has its own context, and the variables that are defined in it. */
export interface JsonScope<T> {
  readonly definitions: readonly Definition[];
  readonly content: T;
}

export interface Definition {
  readonly span: Span;
  readonly name: string;
  readonly value: TemplateExpression;
}
