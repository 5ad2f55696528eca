import { describe, expect, it, vi } from "vitest";
import { maxDepth, TreeLimitError } from "../../runtime/base/tree-limits.js";
import { JsonDocument, JsonNode } from "../../runtime/data/json/json-node.js";
import { Tree } from "../../runtime/data/json/lazy-tree.js";
import { emptySet } from "../../runtime/data/model/node-set.js";
import { Selection } from "../../runtime/data/model/values.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import {
  at,
  child,
  descendant,
  equal,
  type Found,
  find,
  type JsonObject,
  type JsonValue,
  members,
  type PathStep,
  path,
  select,
  string,
} from "../../runtime/index.js";
import { count } from "../../runtime/language/functions/number-functions.js";
import { workTime } from "../support/growth.js";

const data: JsonValue = JSON.parse(`{
  "list": [
    { "id": 1, "name": "one", "in": { "name": "deep" } },
    { "id": 2, "name": "two", "in": [{ "name": "x" }, { "name": "y" }] },
    { "id": 2, "name": null }
  ],
  "name": { "name": "inner", "__proto__": 7 },
  "one": { "id": 1 }
}`);
const document = new JsonDocument(data);

const values = (found: Found): readonly Found[] =>
  found instanceof Selection
    ? found.items().map((item) => (item instanceof Selection ? item.toJson() : item))
    : found === undefined
      ? []
      : [found];

const isTwo = (item: Found) => equal(members(item).id, 2);

class Request extends Tree {
  member(name: string): Found {
    return at(data, name);
  }
  toJson(): JsonObject {
    return data as JsonObject;
  }
}

const paths: readonly [string, PathStep[]][] = [
  ["a predicate", ["list", child("value", isTwo), "name"]],
  ["a predicate on the child of an object", ["one", child("id", (item) => equal(item, 1))]],
  ["a predicate on a child that does not hold", [child("one", isTwo), "id"]],
  ["a predicate and a position", ["list", child("value", isTwo, 2)]],
  ["a position and a predicate", ["list", child("value", 2, isTwo), "name"]],
  ["a position", ["list", child("value", 3), "name"]],
  ["the last position", ["list", child("value", -1), "id"]],
  ["the last position but one", ["list", child("value", -2), "id"]],
  ["positions that there are not", ["list", child("value", 4)]],
  ["no position", ["list", child("value", 0)]],
  ["half a position", ["list", child("value", 1.5)]],
  ["the only child of its name", [child("one", 1, -1), "id"]],
  ["the second child of its name", [child("one", 2)]],
  ["positions within each parent", ["list", "value", "in", child("value", 1), "name"]],
  ["a function of position and size", ["list", child("value", (_, position, last) => position < last), "id"]],
  ["any child", [child("*"), "name"]],
  ["any child of an array", ["list", child("*", isTwo)]],
  ["descendants", [descendant("name")]],
  ["descendants within each other", [descendant("name"), "name"]],
  ["children of any descendant", [descendant("*"), "name"]],
  ["descendants with a predicate", [descendant("value", isTwo), "name"]],
  ["descendants of a position", ["list", "value", descendant("name", -1)]],
  ["a member __proto__", [descendant("__proto__")]],
  ["nothing below a scalar", ["one", "id", child("value", isTwo)]],
  ["no descendants of a scalar", ["one", "id", descendant("value")]],
  ["a list that is no list", ["one", child("value", isTwo)]],
];

describe("find", () => {
  it.each(paths)("finds %s as select does", (_, steps) => {
    const expected = values(select(data, ...steps));
    for (const base of [data, select(data), new Request(), path({ data }, "data")]) {
      expect(values(find(base, ...steps))).toEqual(expected);
      expect(count(path(base, ...steps))).toBe(expected.length);
    }
    expect(values(find(document, "json", ...steps))).toEqual(expected);
  });

  it.each(paths)("knows the nodes of %s", (_, steps) => {
    expect(path(data, ...steps)?.nodes() ?? []).toEqual(select(data, ...steps).nodes());
  });

  it("starts at the document node", () => {
    expect(values(find(document, descendant("json")))).toEqual([data]);
    expect(values(find(document, child("*"), "one", "id"))).toEqual([1]);
    expect(find(document, child("list"))).toBeUndefined();
  });

  it("goes on from a set of values or nodes", () => {
    for (const set of [at(data, "list", "value"), select(data, "list", "value")]) {
      expect(values(find(set, child("in"), descendant("name")))).toEqual(["deep", "x", "y"]);
    }
    const within = find(data, descendant("name"));
    expect(values(find(within, child("*")))).toEqual(values(select(within, child("*"))));
  });

  it.each<[string, Found]>([
    ["nothing", undefined],
    ["an empty set", emptySet],
    ["a string", "text"],
    ["null", null],
  ])("finds nothing in %s", (_, base) => {
    expect(find(base, child("*", isTwo))).toBeUndefined();
    expect(values(find(base, descendant("*")))).toEqual([]);
  });

  it("leaves out members without a value", () => {
    const members = { a: undefined, b: 1 } as unknown as JsonValue;
    expect(values(find(members, child("*")))).toEqual([1]);
    expect(values(find([members], descendant("*")))).toEqual([members, 1]);
  });

  it("is select over XML", () => {
    const xml = parseXml("<a><b id='1'><id>2</id>x</b><b><id>2</id></b></a>");
    expect(string(find(xml, "a", child("b", isTwo, 1)))).toBe("2x");
    expect(count(find(xml, descendant("id")))).toBe(2);
  });

  it("makes no nodes of plain JSON", () => {
    const seen = vi.fn((_: Found) => true);
    find(data, "list", child("value", seen), "name");
    find(document, descendant("name", seen));
    for (const [item] of seen.mock.calls) expect(item).not.toBeInstanceOf(JsonNode);
  });

  it("looks no further than the position that is asked for", () => {
    const xml = parseXml(`<list>${"<value/>".repeat(1000)}</list>`);
    for (const list of [{ list: Array.from({ length: 1000 }, () => ({})) }, xml]) {
      const seen = vi.fn((_: Found) => true);
      expect(
        count(
          find(
            list,
            "list",
            child("value", (item) => seen(item), 2),
          ),
        ),
      ).toBe(1);
      expect(seen).toHaveBeenCalledTimes(2);
    }
  });

  it("refuses to look for descendants deeper than a tree may be", () => {
    const nested = (depth: number) =>
      JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`) as JsonValue;
    expect(count(find(nested(maxDepth - 1), descendant("a")))).toBe(maxDepth - 1);
    expect(() => find(nested(100_000), descendant("a"))).toThrow(TreeLimitError);
  });

  it("takes linear time", () => {
    const list = Array.from({ length: 200_000 }, (_, id) => ({ id, in: [{ name: "n" }] }));
    const start = workTime();
    const found = find(
      list,
      child("value", (item) => !isTwo(item)),
      descendant("name"),
    );
    expect(count(found)).toBe(list.length - 1);
    expect(workTime() - start).toBeLessThan(3000);
  });
});
