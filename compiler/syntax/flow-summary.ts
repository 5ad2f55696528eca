import { oncePer } from "../source/remembered.js";
import type { SourceText } from "../source/source-text.js";
import type { Flow } from "./flow.js";
import type { StaticType } from "./static-type.js";

/** What the tree of a flow says that work for all flows together asks, as plain data. */
export interface TreeFacts {
  /** The paths of the flows that it calls. */
  readonly calls: readonly string[];
  readonly own: OwnFacts;
  /** The names of the variables that it sets itself, each as often as it does. */
  readonly variables: readonly string[];
  /** What its actions set, as the data flow names it. */
  readonly slots: readonly string[];
  /** With the actions that set them, and whether these are what usually does. */
  readonly setters: readonly (readonly [variable: string, action: string, isUsual: boolean])[];
  /** The names of the variables that its expressions and texts read. */
  readonly reads: readonly string[];
  /** The names of the variables that its actions write content to. */
  readonly writes: readonly string[];
  /** The IDs of the requests whose answers it reads; an empty one stands for any. */
  readonly answers: readonly string[];
  readonly looksAtErrors: boolean;
  /** It may tell requests with a token from those without. */
  readonly asksForTokens: boolean;
  /** The environment variables that it reads by their names, as often as it does, and where: in itself, or in another file. */
  readonly environment: readonly EnvironmentPlace[];
  /** It reads the environment by written names alone. */
  readonly namesEnvironment: boolean;
  readonly html: HtmlReads;
  /** The facilities of the runtime that its requests need. */
  readonly facilities: readonly string[];
  /** The names in the templates of what it logs; `null` if some are computed. */
  readonly logged: readonly string[] | null;
  /** It sets the status, or calls another flow. */
  readonly setsStatus: boolean;
  /** The files in which its templates are. */
  readonly templateFiles: readonly string[];
}

export interface OwnFacts {
  readonly awaits: boolean;
  readonly ends: boolean;
  readonly readsBody: boolean;
}

export type EnvironmentPlace = readonly [name: string, start: number, end: number, path?: string];

/** The facts about a flow that decide whether the app needs an HTML parser. */
export interface HtmlReads {
  readonly takesDocument: boolean;
  readonly takesContents: boolean;
  readonly mayRead: boolean;
}

/** What others ask of a flow, as plain data: what its tree says, and what the analysis has found out about it. */
export interface FlowSummary extends TreeFacts {
  /** Everything that it sets, itself and in flows that it calls. */
  readonly sets: readonly (readonly [slot: string, type: StaticType])[];
  /** The values that it hands to the flows that it calls, call by call. */
  readonly handed: readonly (readonly [
    to: string,
    values: readonly (readonly [slot: string, value: SummarisedValue | "entry" | null])[],
  ])[];
  /** The variables that it sets, with the schemas of their values. */
  readonly settings: readonly (readonly [name: string, schema: SummarisedSchema])[];
  /** The members of `$error` that it sets itself; `null` if some are not known. */
  readonly errors: readonly string[] | null;
  /** The IDs of its requests, of whose responses nothing is known. */
  readonly requests: readonly (string | null)[];
  /** The origins of its requests. */
  readonly origins: readonly string[];
  /** The systems that it connects to, and how. */
  readonly connections: readonly Connection[];
  /** The paths of the request of which it tests the text. */
  readonly examined: readonly string[];
}

/** Nodes of trees are numbers: the same number within a flow is the same node. */
export interface SummarisedValue {
  readonly type: StaticType;
  readonly json?: number;
  readonly value?: number | "initial";
}

/** `null` if nothing is known of the value. `{}` if only the tree of the flow tells. Those of one form say the same. */
export type SummarisedSchema = null | { readonly text?: string; readonly form?: string };

/** A system that a flow connects to. */
export interface Connection {
  /** Such as `https://users.example`, or `$USERS_API`. */
  readonly origin: string;
  /** Options about the connection, by their names; `null` is a value that only requests know. Left out if there are none. */
  readonly options?: Readonly<Record<string, string | number | boolean | null>>;
}

/** A flow that was compiled before, and that nothing has changed for: it has no tree. */
export interface SummarisedFlow {
  readonly kind: "summary";
  readonly source: SourceText;
  readonly summary: FlowSummary;
}

/** A flow of an app: its tree, or what is known of it without one. */
export type AppFlow = Flow | SummarisedFlow;

/** The flows of an app that have trees. */
export const treesOf = oncePer(
  (flows: ReadonlyMap<string, AppFlow>): ReadonlyMap<string, Flow> =>
    new Map([...flows].flatMap(([path, flow]) => (flow.kind === "flow" ? [[path, flow] as const] : []))),
);

export const treeOf = (flow: AppFlow | undefined): Flow | undefined =>
  flow?.kind === "flow" ? flow : undefined;

/** A fact about flows: computed of a tree, once, and taken from a summary. */
export function treeFact<Name extends keyof TreeFacts>(
  name: Name,
  compute: (flow: Flow) => TreeFacts[Name],
): (flow: AppFlow) => TreeFacts[Name] {
  const computed = oncePer(compute);
  return (flow) => (flow.kind === "summary" ? flow.summary[name] : computed(flow));
}
