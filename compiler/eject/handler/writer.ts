import type { Doc } from "../../code/doc.js";
import type { Span } from "../../source/source-text.js";
import type { Names } from "./names.js";
import type { Places } from "./places.js";
import type { ts } from "./syntax.js";
import type { Given, Kind, Level, Written } from "./written.js";

/** A member of an object literal, or something that is spread into one. */
export interface Entry {
  /** `undefined` for what is spread. */
  readonly name: string | undefined;
  readonly doc: Doc;
  readonly kind: Kind;
  /** The object that is spread, if it is one in any case. */
  readonly whole?: Written;
  /** What follows the name. */
  readonly value?: Doc;
  /** The names that something spread may have; `undefined` if these may be any. */
  readonly names?: readonly string[] | undefined;
  /** A value may be `undefined`, so that it would hide a member of its name before it. */
  readonly isOptional: boolean;
}

/** Writes expressions of generated code as people write them in handlers. */
export interface Writer {
  readonly places: Places;
  readonly names: Names;
  /** That of the flow. */
  readonly span: Span;
  /** Statements that have to stand before the one that is being written; none can inside of callbacks. */
  readonly before: Doc[] | undefined;
  /** The XPath of the placeholder that code comes from. */
  xpathAt(node: ts.Expression): string | undefined;
  /** An expression, whatever it yields. */
  value(node: ts.Expression): Written;
  /** The same, and `undefined` where a template has `null`. */
  orNothing(node: ts.Expression): Written;
  /** An object of JSON, by its entries; members that are `undefined` are left out. */
  object(node: ts.Expression): Written;
  /** The same by the functions of XPath, which take data as well as nodes. */
  raw(node: ts.Expression): Written;
  /** What decides about a way. */
  condition(node: ts.Expression, needed?: Level): Doc;
  /** A function of one expression, or of constants and an expression. */
  callback(node: ts.Expression, given: Given): Doc;
  /** A function of an expression. */
  function(parameters: readonly string[], given: Given, body: () => Written): Doc;
  /** Does something, after which names stand for what they stood for before. */
  scoped<T>(work: () => T): T;
}
