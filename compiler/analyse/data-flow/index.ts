import { pushAll } from "../../../runtime/base/push-all.js";
import { factsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import type { App } from "../../load/index.js";
import type { TokenVariables } from "../../load/routes.js";
import { append } from "../../source/lists.js";
import type { Action } from "../../syntax/flow.js";
import { type AppFlow, type FlowSummary, treeFact } from "../../syntax/flow-summary.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import type { Expression, VariableReference } from "../../syntax/xpath.js";
import type { FlowFacts } from "../flows/facts.js";
import type { Slices } from "../slices/slices.js";
import type { Steps } from "../steps/steps.js";
import { type Known, unknownValue } from "../types/known.js";
import { calleesFirst } from "./call-order.js";
import { type Entry, knownFrom, type MissingWay } from "./definitions.js";
import { afterSome, anyOf, atStart, withToken } from "./entries.js";
import { handedBy, type Placeholders } from "./handed.js";
import type { Reads, VariableFact } from "./reads.js";
import {
  computedRequest,
  mainContentSlot,
  type Read,
  requestSlot,
  type Slot,
  variableSlot,
} from "./slots.js";
import { optionalTokens, tokensOfFlows, withOwnTokens } from "./tokens.js";
import type { Unseen } from "./unseen.js";
import { type Effects, maybes, setsMainContent, type Walked, walkFlow } from "./walk-flow.js";

/** The flows of an app, which of them start by themselves, and facts about each. */
export interface FlowGraph
  extends Pick<
    App,
    | "flows"
    | "initFlow"
    | "errorFlow"
    | "outsideFlow"
    | "configFlow"
    | "operationFlows"
    | "calledFlows"
    | "postCheckFlows"
    | "registeredFlows"
    | "tokenVariables"
    | "tokensByFlow"
  > {
  readonly flowFacts: ReadonlyMap<string, FlowFacts>;
  readonly slices: Slices;
  /** Flows of which nobody knows what was set before them. */
  readonly startAnywhere?: ReadonlySet<string>;
  /** Flows of which nothing is said, since it is not known what is set in them. */
  readonly unclear?: ReadonlySet<string>;
}

/** The facts known of variables and upstream requests at each expression that reads them. */
export interface DataFlow {
  readonly variables: ReadonlyMap<VariableReference, VariableFact>;
  /**
   * Reads that happen before anything can have set the slot. `isTest`: the expression only asks whether there
   * is a value.
   */
  readonly unset: ReadonlyMap<Read, { readonly isTest: boolean }>;
  /** Expressions whose paths begin at the main content, where there cannot be any yet. */
  readonly nowhere: ReadonlySet<Expression | Action>;
  /** Variables that become part of a value, although one of the ways to this place does not set them. */
  readonly partlySet: ReadonlyMap<VariableReference, MissingWay>;
  /** The slots that flows set again before anything reads them. */
  readonly unseen: readonly Unseen[];
  /** Everything that any flow sets. */
  readonly sets: ReadonlySet<Slot>;
  /** All of this about one flow, by its path. */
  readonly readsOf: ReadonlyMap<string, Reads>;
  /** The facts that flows begin with, and that they hand to those that they call, by their paths. */
  readonly passed: ReadonlyMap<string, { readonly entry: Entry; readonly handed: Walked["handed"] }>;
  /** Everything that a flow sets, by its path. */
  readonly setBy: ReadonlyMap<string, Effects>;
}

/** The result if the analysis cannot run. */
export const nothingKnown: DataFlow = {
  variables: new Map(),
  unset: new Map(),
  nowhere: new Set(),
  partlySet: new Map(),
  unseen: [],
  sets: new Set(),
  readsOf: new Map(),
  passed: new Map(),
  setBy: new Map(),
};

/**
 * Follows data through all flows. The init flow runs before those of operations, sub-flows run where they are
 * called, and the error flow can run after any part of any other flow. Each flow is walked twice, so that the
 * cost is linear: first to find its effects on its callers, then with what is known when it begins.
 */
export function followData(
  graph: FlowGraph,
  templates: ReadonlyMap<Template, TemplateFacts>,
): Steps<DataFlow> {
  return new DataFlowAnalysis(graph, templates).run();
}

class DataFlowAnalysis {
  readonly #effects = new Map<string, Effects>();
  /** The states in which a flow can begin: one for each call of it, and one for each other way to start it. */
  readonly #ways = new Map<string, Entry[]>();
  readonly #variables = new Map<VariableReference, VariableFact>();
  readonly #unset = new Map<Read, { readonly isTest: boolean }>();
  readonly #nowhere = new Set<Expression | Action>();
  readonly #partlySet = new Map<VariableReference, MissingWay>();
  readonly #unseen: Unseen[] = [];
  readonly #readsOf = new Map<string, Reads>();
  readonly #passed = new Map<string, { readonly entry: Entry; readonly handed: Walked["handed"] }>();
  readonly #placeholders: Placeholders = new Map();
  readonly #anySet: Effects;
  readonly #start: Entry;
  #tokens: ReadonlyMap<string, TokenVariables> = new Map();

  constructor(
    private readonly graph: FlowGraph,
    private readonly templates: ReadonlyMap<Template, TemplateFacts>,
  ) {
    this.#anySet = anything(graph.flows.values());
    this.#start = withToken(graph.tokenVariables);
  }

  *run(): Steps<DataFlow> {
    const { flows, errorFlow, outsideFlow, configFlow, initFlow } = this.graph;
    const { postCheckFlows, registeredFlows } = this.graph;
    const roots = this.#roots;
    const order = calleesFirst(roots, flows);
    if (this.graph.tokenVariables.size > 0)
      this.#tokens = tokensOfFlows(this.graph, order.toReversed(), (path) => this.#beginsOtherwise(path));
    for (const path of order) {
      const flow = flows.get(path);
      const effects =
        flow?.kind === "summary"
          ? effectsOfSummary(flow.summary)
          : this.#walk(path, () => unknownValue).effects;
      this.#effects.set(path, effects);
      yield;
    }
    const checked = this.#afterSome([...postCheckFlows]);
    for (const path of postCheckFlows) append(this.#ways, path, checked);
    if (errorFlow !== undefined) append(this.#ways, errorFlow, this.#afterOthers(errorFlow));
    for (const path of registeredFlows) append(this.#ways, path, this.#afterSome(roots));
    if (outsideFlow !== undefined) append(this.#ways, outsideFlow, atStart);
    if (configFlow !== undefined) append(this.#ways, configFlow, atStart);
    if (initFlow !== undefined) append(this.#ways, initFlow, checked);
    else this.#beginOperations(checked);
    // Callers come before the flows that they call, and the init flow comes first.
    for (const path of order.toReversed()) {
      this.#record(path, this.#entry(path));
      yield;
    }
    return this.#found();
  }

  #found(): DataFlow {
    return {
      variables: this.#variables,
      unset: this.#unset,
      nowhere: this.#nowhere,
      partlySet: this.#partlySet,
      unseen: this.#unseen,
      readsOf: this.#readsOf,
      passed: this.#passed,
      setBy: this.#effects,
      sets: new Set([...this.#effects.values()].flatMap((effects) => [...effects.sets.keys()])),
    };
  }

  /** The flows that start by themselves. */
  get #roots(): readonly string[] {
    const { errorFlow, outsideFlow, configFlow, initFlow } = this.graph;
    const { operationFlows, postCheckFlows, registeredFlows } = this.graph;
    const own = [errorFlow, outsideFlow, configFlow, ...operationFlows, initFlow, ...postCheckFlows];
    // After errors, some are missing.
    const paths = [...own, ...registeredFlows].filter((path) => path !== undefined);
    return paths.filter((path) => this.graph.flows.has(path));
  }

  #afterSome(paths: readonly string[]): Entry {
    return afterSome(
      paths.map((path) => this.#effectsOf(path).sets),
      this.#start,
    );
  }

  #afterOthers(errorFlow: string): Entry {
    return this.#afterSome(this.#roots.filter((path) => path !== errorFlow));
  }

  #record(path: string, entry: Entry): void {
    const flow = this.graph.flows.get(path);
    if (flow?.kind === "summary") {
      for (const { to, known } of handedBy(flow, entry, this.#placeholders))
        append(this.#ways, to, (slot: Slot) => known.get(slot));
      return;
    }
    const { effects, reads, handed } = this.#walk(path, anyOf([(slot) => this.#read(entry(slot))]));
    this.#passed.set(path, { entry, handed });
    for (const { to, known } of handed) append(this.#ways, to, (slot: Slot) => known.get(slot));
    if (this.graph.unclear?.has(path) !== true) this.#keep(path, reads);
    if (path === this.graph.initFlow)
      this.#beginOperations((slot) => knownFrom(effects.end.get(slot), entry(slot)));
  }

  /** A value that a flow with a tree asks for. */
  #read(known: Known | undefined): Known | undefined {
    for (const node of [known?.json, known?.value]) {
      const flow = node === undefined || node === "initial" ? undefined : this.#placeholders.get(node);
      if (flow !== undefined) this.graph.slices.askTree(flow.source.path);
    }
    return known;
  }

  #keep(path: string, reads: Reads): void {
    this.#readsOf.set(path, reads);
    for (const [variable, fact] of reads.variables) this.#variables.set(variable, fact);
    for (const [expression, fact] of reads.unset) this.#unset.set(expression, fact);
    for (const expression of reads.nowhere) this.#nowhere.add(expression);
    pushAll(this.#unseen, reads.unseen);
    for (const [variable, missing] of reads.partlySet) this.#partlySet.set(variable, missing);
  }

  #walk(path: string, entry: Entry): Walked {
    const flow = this.graph.flows.get(path);
    if (flow?.kind !== "flow") throw new Error(`${path} was not parsed.`);
    const tokens = this.#tokens.get(path);
    return walkFlow(flow, {
      entry: tokens === undefined ? entry : withOwnTokens(entry, tokens),
      ...(tokens !== undefined && { optional: optionalTokens(tokens) }),
      templates: this.templates,
      effectsOf: (called) => this.#effectsOf(called),
    });
  }

  /** The effects of a flow that has not been walked yet: it may set anything that any flow sets. */
  get #anything(): Effects {
    this.graph.slices.note(undefined, "slots");
    return this.#anySet;
  }

  #effectsOf(path: string): Effects {
    return this.#effects.get(path) ?? this.#anything;
  }

  #beginOperations(entry: Entry): void {
    for (const path of this.graph.operationFlows) append(this.#ways, path, entry);
  }

  /** Tells whether a flow begins other than at an operation or where another calls it. */
  #beginsOtherwise(path: string): boolean {
    const { errorFlow, outsideFlow, configFlow, initFlow } = this.graph;
    const { postCheckFlows, registeredFlows } = this.graph;
    if ([errorFlow, outsideFlow, configFlow, initFlow].includes(path)) return true;
    return postCheckFlows.has(path) || registeredFlows.has(path) || this.#mayBeginAnywhere(path);
  }

  #entry(path: string): Entry {
    const ways = this.#ways.get(path);
    return ways === undefined || this.#mayBeginAnywhere(path) ? this.#unknownEntry : anyOf(ways);
  }

  /**
   * Tells whether the state in which a flow begins is unknown: it calls itself, or it is the init flow and also
   * runs later.
   */
  #mayBeginAnywhere(path: string): boolean {
    const { flowFacts, initFlow, calledFlows, operationFlows, startAnywhere } = this.graph;
    if (flowFacts.get(path)?.isRecursive === true || startAnywhere?.has(path) === true) return true;
    return path === initFlow && (calledFlows.has(path) || operationFlows.has(path));
  }

  readonly #unknownEntry: Entry = (slot) =>
    this.#anything.sets.has(slot) || this.#start(slot) !== undefined ? unknownValue : undefined;
}

/** The effects of a flow without a tree, which no other calls. */
const effectsOfSummary = ({ sets }: FlowSummary): Effects => ({
  end: new Map(),
  sets: new Map(sets.map(([slot, type]) => [slot as Slot, { ...unknownValue, type }])),
  exposed: new Set(),
});

/** The effects of an unknown flow: anything that the actions of any flow set may be set, to any value. */
function anything(flows: Iterable<AppFlow>): Effects {
  const slots = [...flows].flatMap((flow) => slotsIn(flow) as readonly Slot[]);
  const sets = new Map(slots.map((slot) => [slot, unknownValue]));
  return { end: maybes(sets), sets, exposed: new Set(slots) };
}

export const slotsIn = treeFact("slots", ({ statements }) =>
  actionsOf(statements).flatMap((action): readonly Slot[] => {
    const { sets, writesContent } = factsOf(action);
    if (sets.length > 0) return sets.map(({ name }) => variableSlot(name));
    if (writesContent !== undefined) return [requestSlot(writesContent)];
    if (definitionOf(action).requests !== undefined) return requestSlots;
    return setsMainContent(action) ? [mainContentSlot] : [];
  }),
);

/** The slots that an upstream request sets if its ID may be any. */
const requestSlots: readonly Slot[] = [
  computedRequest,
  mainContentSlot,
  variableSlot("upstream"),
  variableSlot("error"),
];
