import type { FileSet } from "../source/files.js";
import type { Span } from "../source/source-text.js";
import type { AttributeTemplate } from "./attribute-template.js";
import type { Expression } from "./xpath.js";

/** A place that an action writes to. */
export type Output =
  | ContentLocation
  | StorageLocation
  | { readonly kind: "variable"; readonly variable: Variable };

/** A place that an action reads. */
export type Source =
  | ContentLocation
  | StorageLocation
  /** The body of the client's request. */
  | { readonly kind: "body" }
  /** The document `<empty/>`. */
  | { readonly kind: "empty" }
  /** A file of the flow directory. */
  | { readonly kind: "file"; readonly path: string; readonly span: Span }
  /** A file whose name is only known at run time. */
  | ComputedFile
  | { readonly kind: "computed-content"; readonly id: AttributeTemplate }
  | { readonly kind: "expression"; readonly expression: Expression };

/** The document that a template or stylesheet gets: a place, or nothing (`in=""`). */
export type Input = Source | { readonly kind: "none" };

/** The input of an action that needs none. */
export const nothing: Input = { kind: "none" };

/** The main content, or the response of the upstream request with this ID. */
export interface ContentLocation {
  readonly kind: "content";
  readonly id?: string;
  /** The place where the flow names it. */
  readonly span?: Span;
}

export const mainContent: ContentLocation = { kind: "content" };

/** Tells whether it is the main content. */
export function isMain(location: Input | Output): boolean {
  return location.kind === "content" && !location.id;
}

/** A place that holds a document while a request runs: `fit://request/<name>`. */
interface StorageLocation {
  readonly kind: "storage";
  readonly name: string;
}

export interface ComputedFile {
  readonly kind: "computed-file";
  readonly location: AttributeTemplate;
  /** The flow file that contains the location. Relative paths start there. */
  readonly from: string;
  readonly files: FileSet;
}

export interface Variable {
  readonly name: string;
  readonly span: Span;
}
