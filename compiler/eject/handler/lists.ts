import { call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { argumentsOf, bare, callbackOf, calleeOf, pathOf, textOf, type ts, variableName } from "./syntax.js";
import type { Writer } from "./writer.js";
import { type Written, written } from "./written.js";

/** Items of an array of JSON, in the place of a node-set. */
interface Items {
  readonly all: Doc;
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
      const from = calleeOf(node) === "where" ? listOf(writer, of) : itemsOf(writer, of)?.all;
      return from && filtered(writer, from, test);
    }
    case "each": {
      const [of, read] = argumentsOf(node) as [ts.Expression, ts.Expression];
      const from = listOf(writer, of);
      if (from === undefined || callbackOf(read)?.parameters.length !== 1) return undefined;
      return plain(
        code`${from}.map(${writer.callback(read, "json")}).filter((value) => value !== undefined)`,
      );
    }
    case "find":
    case "select":
      return steps(writer, node) ?? children(writer, node);
    default:
      return children(writer, node);
  }
}

/** `lines/value`, and variables that hold items. */
function children(writer: Writer, node: ts.Expression): Items | undefined {
  const { base, names } = pathOf(node);
  if (names.length === 0) {
    const binding = writer.places.bindings.get(`$${variableName(base) ?? ""}`);
    return binding?.kind === "items" ? plain(binding.doc) : undefined;
  }
  if (names.at(-1) !== "value") return undefined;
  const place = writer.places.at(base, names.slice(0, -1));
  const list = place && asList(writer, place);
  return list && plain(list);
}

/** `select(base, "lines", child("value", (item) => …))` */
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

function filtered(writer: Writer, from: Doc, test: ts.Expression): Items | undefined {
  const callback = callbackOf(test);
  if (callback === undefined || callback.parameters.length !== 1) return undefined;
  const condition = writer.callback(test, "json");
  return {
    all: code`${call(code`${from}.filter`, [condition])}`,
    first: code`${call(code`${from}.find`, [condition])}`,
    any: code`${call(code`${from}.some`, [condition])}`,
  };
}

const plain = (all: Doc): Items => ({ all, first: code`${all}[0]`, any: code`${all}.length > 0` });

/** The items of the array that a path leads to. */
export function listOf(writer: Writer, node: ts.Expression): Doc | undefined {
  const place = writer.places.find(node);
  return place && asList(writer, place);
}

function asList(writer: Writer, place: Written): Doc | undefined {
  if (place.kind === "array") return place.doc;
  return place.kind === "json" ? call(writer.names.use("list"), [place.doc]) : undefined;
}

/** How many items there are. */
export const lengthOf = (items: Doc): Written => ({
  ...written(code`${items}.length`, "number"),
  isWhole: true,
  isSet: true,
});
