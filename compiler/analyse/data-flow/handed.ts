import type { Flow } from "../../syntax/flow.js";
import type { FlowSummary, SummarisedFlow, SummarisedValue } from "../../syntax/flow-summary.js";
import type { JsonNode } from "../../syntax/json-template.js";
import type { Expression } from "../../syntax/xpath.js";
import type { Known } from "../types/known.js";
import type { Entry } from "./definitions.js";
import type { Slot } from "./slots.js";

/** Nodes that stand for those of flows without trees, with these flows: they can be told apart, and nothing can be read in them. */
export type Placeholders = Map<JsonNode | Expression, SummarisedFlow>;

/** The facts about values that a flow without a tree hands on. */
export function handedBy(flow: SummarisedFlow, entry: Entry, placeholders: Placeholders) {
  const span = flow.source.span(0, 0);
  const nodes = new Map<number, JsonNode | Expression>();
  const node = <Node extends JsonNode | Expression>(number: number, made: Node): Node => {
    const known = (nodes.get(number) as Node | undefined) ?? made;
    nodes.set(number, known);
    placeholders.set(known, flow);
    return known;
  };
  const knownOf = ({ type, json, value }: SummarisedValue): Known => ({
    type,
    json: json === undefined ? undefined : node(json, { kind: "constant", span, value: null, text: "null" }),
    value:
      value === undefined || value === "initial" ? value : node(value, { kind: "literal", span, value: "" }),
  });
  return flow.summary.handed.map(([to, values]) => ({
    to,
    known: new Map(
      values.map(([slot, value]) => [
        slot as Slot,
        value === "entry" ? entry(slot as Slot) : value === null ? undefined : knownOf(value),
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
): FlowSummary["handed"] | undefined {
  const numbers = new Map<object, number>();
  let isOwn = true;
  const number = <Node extends { readonly span: { readonly source: object } }>(node: Node | undefined) => {
    if (node === undefined) return undefined;
    isOwn &&= node.span.source === flow.source;
    const known = numbers.get(node) ?? numbers.size;
    numbers.set(node, known);
    return known;
  };
  const plain = ({ type, json, value }: Known): SummarisedValue => {
    const numbered = { json: number(json), value: value === "initial" ? value : number(value) };
    return JSON.parse(JSON.stringify({ type, ...numbered })) as SummarisedValue;
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
