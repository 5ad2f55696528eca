import type { Flow } from "../../syntax/flow.js";
import { standInFacts, TreeMissing } from "../../syntax/per-flow.js";
import type { StaticType } from "../../syntax/static-type.js";
import type { Known } from "../types/known.js";
import type { Entry } from "./definitions.js";
import type { Slot } from "./slots.js";

/** A system that a flow connects to. */
export interface Connection {
  /** Such as `https://users.example`, or `$USERS_API`. */
  readonly origin: string;
  /** Options about the connection, by their names; `null` is a value that only requests know. Left out if there are none. */
  readonly options?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Facts about a flow that was analysed before, as plain data: all that the analysis of other flows asks of it. */
export interface KnownFlow {
  /** Everything that it sets, itself and in flows that it calls. */
  readonly sets: readonly (readonly [Slot, StaticType])[];
  /** The values that it hands to the flows that it calls, call by call. */
  readonly handed: readonly (readonly [
    to: string,
    values: readonly (readonly [Slot, KnownValue | "entry" | null])[],
  ])[];
  /** The variables that it sets, with the schemas of their values. */
  readonly settings: readonly (readonly [name: string, schema: KnownSchema])[];
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

/** `null` if nothing is known of the value. `{}` if that takes the tree of the flow. Those of one form say the same. */
export type KnownSchema = null | { readonly text?: string; readonly form?: string };

/** Nodes of trees are numbers: the same number within a flow is the same node. */
interface KnownValue {
  readonly type: StaticType;
  readonly json?: number;
  readonly value?: number | "initial";
}

export const knownOf = (flow: Flow): KnownFlow | undefined =>
  standInFacts(flow)?.known as KnownFlow | undefined;

/** The facts about values that a stand-in hands on. Nodes of its tree can be told apart, but nobody can look into them. */
export function handedBy(flow: Flow, { handed }: KnownFlow, entry: Entry) {
  const nodes: unknown[] = [];
  const node = <Node>(number: number | undefined): Node | undefined => {
    if (number === undefined) return undefined;
    nodes[number] ??= new Proxy(
      {},
      {
        get() {
          throw new TreeMissing([flow.source.path]);
        },
      },
    );
    return nodes[number] as Node;
  };
  const knownOf = ({ type, json, value }: KnownValue): Known => ({
    type,
    json: node(json),
    value: value === "initial" ? value : node(value),
  });
  return handed.map(([to, values]) => ({
    to,
    known: new Map(
      values.map(([slot, value]) => [
        slot,
        value === "entry" ? entry(slot) : value === null ? undefined : knownOf(value),
      ]),
    ),
  }));
}

/**
 * The plain form of facts about values. A value of another flow is only known if it was there when the flow began; else,
 * the result is `undefined`.
 */
export function plainHanded(
  flow: Flow,
  handed: readonly { readonly to: string; readonly known: ReadonlyMap<Slot, Known | undefined> }[],
  entry: Entry,
): KnownFlow["handed"] | undefined {
  const numbers = new Map<object, number>();
  let isOwn = true;
  const number = <Node extends { readonly span: { readonly source: object } }>(node: Node | undefined) => {
    if (node === undefined) return undefined;
    isOwn &&= node.span.source === flow.source;
    const known = numbers.get(node) ?? numbers.size;
    numbers.set(node, known);
    return known;
  };
  const plain = ({ type, json, value }: Known): KnownValue => {
    const numbered = { json: number(json), value: value === "initial" ? value : number(value) };
    return JSON.parse(JSON.stringify({ type, ...numbered })) as KnownValue;
  };
  const isFromOthers = ({ json, value }: Known) =>
    [json, value].some((node) => typeof node === "object" && node.span.source !== flow.source);
  const isEntry = (slot: Slot, { type, json, value }: Known) => {
    const known = entry(slot);
    return known?.type === type && known.json === json && known.value === value;
  };
  const handedAt = (slot: Slot, value: Known | undefined) => {
    if (value === undefined) return null;
    return isFromOthers(value) && isEntry(slot, value) ? ("entry" as const) : plain(value);
  };
  const all = handed.map(
    ({ to, known }) =>
      [to, [...known].map(([slot, value]) => [slot, handedAt(slot, value)] as const)] as const,
  );
  return isOwn ? all : undefined;
}
