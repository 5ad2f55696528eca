import type { Example } from "../../runtime/validation/contract.js";
import type { SourceText, Span } from "../source/source-text.js";
import type { OperationContract, SchemaDefinitions } from "./contract.js";
import type { Flow, FlowReference } from "./flow.js";
import type { Schema } from "./schema.js";
import type { SecurityAlternative } from "./security.js";

/** What an API description says about routing and the bodies of JSON. Everything else in it is left out. */
export interface ApiDescription {
  readonly source: SourceText;
  readonly span: Span;
  /** Empty, or begins with a slash and ends without one. Not yet decoded. */
  readonly basePath: string;
  readonly initFlow: FlowReference | undefined;
  readonly errorFlow: FlowReference | undefined;
  /** For paths and operations without a flow of their own. */
  readonly fallbackFlow: FlowReference | undefined;
  readonly cors: Cors | undefined;
  /** Of `conf/config.xml`: sets what is validated. */
  readonly validation: Flow | undefined;
  /** What the schemas of contracts refer to. */
  readonly schemas: SchemaDefinitions;
  /** Without those that are wrong, in the order of the file. */
  readonly paths: readonly PathItem[];
}

/** `x-flow-cors`. */
export interface Cors {
  /** As browsers send them; `*` stands for all. */
  readonly origins: readonly string[];
  readonly credentials: boolean;
}

export interface PathItem {
  /** The key in the file. */
  readonly span: Span;
  /** The key: `/users/{id}`, `/static/**`. */
  readonly pattern: string;
  /** The pattern without `/**`; `/` has one empty segment. */
  readonly segments: readonly PathSegment[];
  /** Whether the pattern ends with `/**`. */
  readonly isWildcard: boolean;
  readonly flow: FlowReference | undefined;
  /** Of a path without operations; undefined where nothing is checked. */
  readonly contract: OperationContract | undefined;
  /** For an operation that the file does not list; of several alternatives, one has to be met. */
  readonly security: readonly SecurityAlternative[];
  readonly operations: readonly Operation[];
}

/** Literals and parameters in turn: `{name}.json` is a parameter and a literal. */
export type PathSegment = readonly PathPart[];

export type PathPart =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "parameter"; readonly name: string };

export interface Operation {
  /** The key in the file. */
  readonly span: Span;
  /** Upper case. */
  readonly method: string;
  readonly operationId: string | undefined;
  readonly summary: string | undefined;
  /** Of the JSON that it takes, and that it gives with whatever status; undefined where nothing is said of it. */
  readonly requestBody: Schema | undefined;
  readonly responseBody: Schema | undefined;
  /** Undefined where nothing is checked. */
  readonly contract: OperationContract | undefined;
  /** What mocks answer with. */
  readonly examples: readonly Example[];
  readonly flow: FlowReference | undefined;
  readonly security: readonly SecurityAlternative[];
}
