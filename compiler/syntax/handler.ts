import type { Part } from "../code/doc.js";
import type { SourceText, Span } from "../source/source-text.js";
import type { Action, Flow } from "./flow.js";
import type { ObjectNode } from "./json-template.js";
import type { Expression } from "./xpath.js";

/** A name or a text of a module, and its place. */
export interface Named {
  readonly name: string;
  readonly span: Span;
}

/** A module of the flow directory that people write: a handler, or what it imports. */
export interface Script {
  readonly source: SourceText;
  /** Values that it imports of other modules, by their specifiers. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  /** The values that it imports of `flowc/handler`. */
  readonly handlerNames: readonly Named[];
  /** The specifiers of all its imports, also of types alone. */
  readonly specifiers: readonly (Named & { readonly isType: boolean })[];
  /** The call of `handler` that it exports by default. */
  readonly handler: Span | undefined;
  /** What it reads of `$`, `$.env` and the request, as a flow would read it. */
  readonly reads: readonly Expression[];
  /** The variables that it sets, as members of `$`. */
  readonly sets: readonly Named[];
  /** The flows that it calls, as it writes them; `undefined` for those that are no literal. */
  readonly flows: readonly { readonly path: string | undefined; readonly span: Span }[];
  /** The upstream requests that it sends. */
  readonly requests: readonly SentRequest[];
  /** Each call of `fail`, to the end of its arguments, where it may be told its place. */
  readonly failures: readonly Span[];
  /** The names of members of all objects in it. */
  readonly members: readonly Named[];
  /** It may look at the body of the client's request. */
  readonly readsBody: boolean;
  /** It may set a response, or end the request. */
  readonly answers: boolean;
  /** The starts of its words. */
  readonly marks: readonly number[];
  /** Where its statements begin and end, and the functions that have the context of a request. */
  readonly edges: readonly { readonly offset: number; readonly part: Part; readonly isEnd: boolean }[];
}

export interface SentRequest {
  /** `undefined` if it is only known at run time. */
  readonly id: string | undefined;
  /** As `<request>` would have it; `undefined` if it is not written where it is sent. */
  readonly config: ObjectNode | undefined;
  readonly span: Span;
}

/** Stands for a handler in the flow that is made of it. */
export interface HandlerNode extends Action {
  readonly element: "handler";
  /** The module and all that it imports of the flow directory, by their paths. The first is the handler. */
  readonly scripts: ReadonlyMap<string, Script>;
  /**
   * What it stands for. What a handler may have done before it calls flows, these flows, and variables that it sets and reads have
   * nodes before the one that runs, since a handler does so in any order.
   */
  readonly role:
    | { readonly kind: "begins" | "runs" | "sets" }
    | { readonly kind: "calls"; readonly path: string };
}

/** Tells whether a file holds a handler, by its name. */
export const isHandlerPath = (path: string): boolean => /(?<!\.d)\.ts$/.test(path);

/** The modules that a handler consists of; none if the flow is no handler. */
export function scriptsOf(flow: Flow): ReadonlyMap<string, Script> {
  return isHandlerPath(flow.source.path) ? (flow.statements[0] as HandlerNode).scripts : none;
}

const none: ReadonlyMap<string, Script> = new Map();
