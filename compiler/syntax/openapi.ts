import type { JsonObject } from "../../runtime/data/model/values.js";
import type { Example } from "../../runtime/validation/contract.js";
import type { SourceText, Span } from "../source/source-text.js";
import type { OperationContract, SchemaDefinitions } from "./contract.js";
import type { Flow, FlowReference } from "./flow.js";
import type { JudgeValue } from "./json-sketch.js";
import type { Schema } from "./schema.js";
import type { SecurityAlternative } from "./security.js";
import type { Expression } from "./xpath.js";

/** The part of an API description about routing, and about JSON bodies. It contains nothing else. */
export interface ApiDescription {
  readonly source: SourceText;
  readonly span: Span;
  /** `title` and `version` of `info`; empty if they are not there. */
  readonly title: string;
  readonly version: string;
  /** Either empty, or begins with a slash and does not end with one. Not decoded yet. */
  readonly basePath: string;
  readonly initFlow: FlowReference | undefined;
  readonly errorFlow: FlowReference | undefined;
  /** The flow for paths and operations that have none of their own. */
  readonly fallbackFlow: FlowReference | undefined;
  readonly cors: Cors | undefined;
  /** The names in `out-header` of all security schemes, in lower case. */
  readonly claimsFields: readonly string[];
  /** Errors that no flow answers are problem documents (RFC 9457). */
  readonly hasProblems: boolean;
  readonly docs: PublishedDocs | undefined;
  /** How much of upstream systems may be used. */
  readonly upstreams: readonly UpstreamRules[];
  /** From `conf/config.xml`. */
  readonly ldap: LdapSettings | undefined;
  /** The flow in `conf/config.xml` that decides what is validated. */
  readonly validation: Flow | undefined;
  /** The definitions that the schemas of contracts refer to. */
  readonly schemas: SchemaDefinitions;
  /**
   * Makes one document of OpenAPI 3.1 of it, for other programs; `undefined` if there is no file. Paths without operations
   * are left out.
   */
  readonly document: (() => JsonObject) | undefined;
  /** In the order of the file. Paths with errors are left out. */
  readonly paths: readonly PathItem[];
}

/** The settings of `<ldap>` in `conf/config.xml`. */
export interface LdapSettings {
  /** Seconds. */
  readonly timeout?: number;
  /** PEM; in place of the authorities that the platform knows. */
  readonly certificates?: string;
}

/** Where an app serves its description and a page about it: paths relative to the base path. */
export interface PublishedDocs {
  readonly description: string | undefined;
  readonly page: string | undefined;
}

/** The settings in `x-flow-cors`, or of `<cors>` in `conf/config.xml`. */
export interface Cors {
  /** Origins as browsers send them; `*` stands for all. */
  readonly origins: readonly string[];
  readonly credentials: boolean;
}

/** An entry of `x-flow-upstreams`; what is missing has no limit. */
export interface UpstreamRules {
  readonly span: Span;
  readonly origin: string | { readonly env: string };
  readonly maxRequests: number | undefined;
  /** Seconds. */
  readonly queue: number | undefined;
  /** Requests for each second. */
  readonly rate: number | undefined;
  readonly breaker: { readonly share: number; readonly of: number; readonly rest: number } | undefined;
  readonly retryBudget: number | undefined;
  /** The path at which the system says that it is well. */
  readonly health: string | undefined;
  /** Seconds, for requests that say nothing of their own. */
  readonly timeout: number | undefined;
  readonly connectTimeout: number | undefined;
  readonly firstByteTimeout: number | undefined;
  /** Seconds for which a connection is used. */
  readonly connectionAge: number | undefined;
  /** Where credentials for connections are, when the app runs. */
  readonly credentials: Readonly<Record<string, PemSource>> | undefined;
}

/** A path, or the environment variable with a path or with the PEM itself. */
export type PemSource = { readonly env: string } | { readonly path: string };

/** `x-flow-limit`. Each has counters of its own, for all operations that inherit it. */
export interface RateLimit {
  readonly span: Span;
  /** The object of the description that has it: empty for the top level, `/orders`, `/orders get`. */
  readonly place: string;
  readonly count: number;
  readonly seconds: number;
  readonly burst: number;
  /** None if all requests are counted together. */
  readonly keys: readonly LimitKey[];
  readonly closes: boolean;
  readonly tells: boolean;
}

export interface LimitKey {
  readonly span: Span;
  readonly text: string;
  /** Requests are counted by its text. */
  readonly expression: Expression;
}

export interface PathItem {
  /** The place of the key in the file. */
  readonly span: Span;
  /** The key: `/users/{id}`, `/static/**`. */
  readonly pattern: string;
  /** The segments without `/**`. The path `/` has one empty segment. */
  readonly segments: readonly PathSegment[];
  /** Tells whether the path ends with `/**`. */
  readonly isWildcard: boolean;
  readonly flow: FlowReference | undefined;
  /** For requests to a path without operations; `undefined` if nothing is checked. */
  readonly contract: OperationContract | undefined;
  /** For methods that the file does not list. A request has to meet one of the alternatives. */
  readonly security: readonly SecurityAlternative[];
  readonly limit: RateLimit | undefined;
  readonly operations: readonly Operation[];
}

/** The literals and parameters of a segment, in order: `{name}.json` is a parameter and a literal. */
export type PathSegment = readonly PathPart[];

export type PathPart =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "parameter"; readonly name: string };

/** The texts that parameters can have, by name; `undefined` if they may be any. */
export type ParameterValues = ReadonlyMap<string, Schema["values"]>;

/** The parameters that an operation lists, by their places. */
export interface DeclaredParameters {
  /** `undefined` if there may be more: the members of an object are parameters of their own. */
  readonly query: ParameterValues | undefined;
  readonly path: ParameterValues;
  /** Of header fields by their names in lower case. `undefined`, here and below, if none are listed. */
  readonly header: ParameterValues | undefined;
  readonly cookie: ParameterValues | undefined;
  /** The fields of a form. */
  readonly form: ParameterValues | undefined;
}

/** The description of a response in an operation. */
export interface ResponseDescription {
  /** `undefined` if any content is right, or none is described. */
  readonly judge: JudgeValue | undefined;
  /** The media types and ranges of its content, in lower case; empty if the description says nothing of them. */
  readonly mediaTypes: readonly string[];
}

export interface Operation {
  /** The place of the key in the file. */
  readonly span: Span;
  /** Upper case. */
  readonly method: string;
  readonly operationId: string | undefined;
  /** Its parameters, those of the path included; `undefined` if it lists none. */
  readonly parameters: DeclaredParameters | undefined;
  readonly summary: string | undefined;
  /**
   * The JSON that it accepts, and that it sends with any status; `undefined` if the description says nothing
   * about it.
   */
  readonly requestBody: Schema | undefined;
  /** The media types of the body that it accepts, in lower case; `undefined` if the description says nothing of them. */
  readonly bodyTypes: readonly string[] | undefined;
  readonly responseBody: Schema | undefined;
  /** By `200`, `2XX` or `default`. */
  readonly responses: ReadonlyMap<string, ResponseDescription>;
  /** `undefined` if nothing is checked. */
  readonly contract: OperationContract | undefined;
  /** The answers of mocks. */
  readonly examples: readonly Example[];
  readonly flow: FlowReference | undefined;
  readonly security: readonly SecurityAlternative[];
  readonly limit: RateLimit | undefined;
  /** Header fields of all its responses. */
  readonly fields: Readonly<Record<string, string>> | undefined;
}

/** The members of a path that are operations. */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

export const methodNames: ReadonlySet<string> = new Set(methods);

/** A key of `responses` as it is looked up: `200`, `2XX` or `default`; `undefined` if it is none. */
export function statusKey(key: string): string | undefined {
  if (key.toLowerCase() === "default") return "default";
  return /^[1-5](?:\d\d|XX)$/i.test(key) ? key.toUpperCase() : undefined;
}
