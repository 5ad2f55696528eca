import type { Span } from "../source/source-text.js";
import type { TemplateExpression } from "./template.js";

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
  | JsonIf<JsonNode>
  | JsonWith<JsonNode>;

export type ObjectNode = Extract<JsonNode, { kind: "object" }>;

export type JsonMember =
  | {
      readonly kind: "member";
      readonly span: Span;
      readonly name: string | JsonKey;
      readonly value: JsonNode;
    }
  | { readonly kind: "pairs"; readonly span: Span; readonly value: TemplateExpression }
  | JsonIf<readonly JsonMember[]>
  | JsonWith<readonly JsonMember[]>
  | JsonLoop<readonly JsonMember[]>;

export type JsonItem =
  | { readonly kind: "item"; readonly span: Span; readonly value: JsonNode }
  | JsonIf<readonly JsonItem[]>
  | JsonWith<readonly JsonItem[]>
  | JsonLoop<readonly JsonItem[]>;

/** A property name that is computed. */
export type JsonKey =
  | { readonly kind: "expression"; readonly span: Span; readonly value: TemplateExpression }
  | { readonly kind: "dot"; readonly span: Span };

export interface JsonIf<T> {
  readonly kind: "if";
  readonly span: Span;
  readonly branches: readonly {
    readonly span: Span;
    readonly test: TemplateExpression;
    readonly content: T;
  }[];
  readonly otherwise: T;
}

export interface JsonWith<T> {
  readonly kind: "with";
  readonly span: Span;
  readonly context: TemplateExpression;
  readonly content: JsonScope<T>;
  readonly otherwise: T;
}

export interface JsonLoop<T> {
  readonly kind: "loop";
  readonly span: Span;
  readonly over: TemplateExpression;
  readonly content: JsonScope<T>;
}

/** The contents of a block, one for each path through it. */
export function contentsOf<T>(block: JsonIf<T> | JsonWith<T> | JsonLoop<T>): readonly T[] {
  switch (block.kind) {
    case "if":
      return [...block.branches.map(({ content }) => content), block.otherwise];
    case "with":
      return [block.content.content, block.otherwise];
    default:
      return [block.content.content];
  }
}

type SingleMember = Extract<JsonMember, { kind: "member" | "pairs" }>;

/** The members that an object may have, those under conditions and in loops included. */
export function allMembers(members: readonly JsonMember[]): readonly SingleMember[] {
  return members.flatMap((member) =>
    member.kind === "member" || member.kind === "pairs"
      ? [member]
      : contentsOf<readonly JsonMember[]>(member).flatMap(allMembers),
  );
}

/** The items that an array may have, those under conditions and in loops included. */
export function allItems(items: readonly JsonItem[]): readonly JsonNode[] {
  return items.flatMap((item) =>
    item.kind === "item" ? [item.value] : contentsOf<readonly JsonItem[]>(item).flatMap(allItems),
  );
}

/** The values that JSON may be: one, or several under conditions. */
export function alternatives(json: JsonNode): readonly Exclude<JsonNode, { kind: "if" | "with" }>[] {
  return json.kind === "if" || json.kind === "with"
    ? contentsOf<JsonNode>(json).flatMap(alternatives)
    : [json];
}

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
