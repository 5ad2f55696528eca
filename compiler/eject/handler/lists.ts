import { call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Schema } from "../../syntax/schema.js";
import { kindBySchema, variableKey } from "./places.js";
import { argumentsOf, bare, callbackOf, calleeOf, pathOf, textOf, type ts, variableName } from "./syntax.js";
import type { Writer } from "./writer.js";
import { type Given, type Written, written } from "./written.js";

/** An array of JSON, and what its items are. */
export interface List {
  readonly doc: Doc;
  readonly item: Given;
}

/** Items of an array of JSON, in the place of a node-set. */
interface Items {
  readonly all: Doc;
  readonly item: Given;
  /** The first of them, or nothing. */
  readonly first: Doc;
  /** Whether there is any. */
  readonly any: Doc;
}

/** The items that a path leads to; `undefined` if they cannot be told from the array. */
export function itemsOf(writer: Writer, expression: ts.Expression): Items | undefined {
  const node = bare(expression);
  switch (calleeOf(node)) {
    case "filter":
    case "where": {
      const [of, test] = argumentsOf(node) as [ts.Expression, ts.Expression];
      if (calleeOf(node) === "where") {
        const list = listOf(writer, of);
        return list && filtered(writer, list, test);
      }
      const items = itemsOf(writer, of);
      return items && filtered(writer, { doc: items.all, item: items.item }, test);
    }
    case "each": {
      const [of, read] = argumentsOf(node) as [ts.Expression, ts.Expression];
      const list = listOf(writer, of);
      if (list === undefined || callbackOf(read)?.parameters.length !== 1) return undefined;
      const made = writer.callback(read, list.item);
      const all = code`${list.doc}.map(${made}).filter((value) => value !== undefined)`;
      return plain({ doc: all, item: { kind: "json" } });
    }
    case "at":
    case "path":
      return steps(writer, node) ?? children(writer, node);
    default:
      return children(writer, node);
  }
}

/** `lines/value`, and variables that hold items. */
function children(writer: Writer, node: ts.Expression): Items | undefined {
  const { base, names } = pathOf(node);
  if (names.length === 0) {
    const binding = writer.places.bindings.get(variableKey(variableName(base) ?? ""));
    return binding?.kind === "items" ? plain({ doc: binding.doc, item: itemOf(binding.schema) }) : undefined;
  }
  if (names.at(-1) !== "value") return undefined;
  const place = writer.places.at(base, names.slice(0, -1));
  const list = place && asList(writer, place);
  return list && plain(list);
}

/** `at(base, "lines", child("value", (item) => …))` */
function steps(writer: Writer, node: ts.Expression): Items | undefined {
  const [base, ...path] = argumentsOf(node) as [ts.Expression, ...ts.Expression[]];
  const last = path.pop();
  const names = path.flatMap((step) => textOf(step) ?? []);
  if (last === undefined || names.length < path.length || calleeOf(last) !== "child") return undefined;
  const [name, test, ...others] = argumentsOf(last);
  if (name === undefined || textOf(name) !== "value" || test === undefined || others.length > 0)
    return undefined;
  const place = writer.places.at(base, names);
  const list = place && asList(writer, place);
  return list && filtered(writer, list, test);
}

function filtered(writer: Writer, { doc, item }: List, test: ts.Expression): Items | undefined {
  const callback = callbackOf(test);
  if (callback === undefined || callback.parameters.length !== 1) return undefined;
  const condition = writer.callback(test, item);
  return {
    item,
    all: code`${call(code`${doc}.filter`, [condition])}`,
    first: code`${call(code`${doc}.find`, [condition])}`,
    any: code`${call(code`${doc}.some`, [condition])}`,
  };
}

const plain = ({ doc: all, item }: List): Items => ({
  all,
  item,
  first: code`${all}[0]`,
  any: code`${all}.length > 0`,
});

/** The items of the array that a path leads to. */
export function listOf(writer: Writer, node: ts.Expression): List | undefined {
  const place = writer.places.find(node);
  return place && asList(writer, place);
}

function asList(writer: Writer, place: Written): List | undefined {
  const item = itemOf(place.schema);
  if (place.kind === "array") return { doc: place.doc, item };
  return place.kind === "json" ? { doc: call(writer.names.use("list"), [place.doc]), item } : undefined;
}

/** What the items of an array of a schema are. */
function itemOf(schema: Schema | undefined): Given {
  const kind = kindBySchema(schema?.items);
  return { kind: kind === "text" ? "string" : kind === "numeric" ? "number" : kind, schema: schema?.items };
}

/** How many items there are. */
export const lengthOf = (items: Doc): Written => ({
  ...written(code`${items}.length`, "number"),
  isWhole: true,
  isSet: true,
});
