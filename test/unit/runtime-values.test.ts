import { describe, expect, it } from "vitest";
import { JsonDocument } from "../../runtime/data/json/json-node.js";
import { Tree } from "../../runtime/data/json/lazy-tree.js";
import { emptySet, NodeSet } from "../../runtime/data/model/node-set.js";
import { formatNumber } from "../../runtime/data/model/string-value.js";
import type { Found, JsonObject, JsonValue, Value } from "../../runtime/data/model/values.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { at } from "../../runtime/data/xpath/child-path.js";
import {
  type Comparison,
  compare,
  equal,
  greater,
  greaterOrEqual,
  less,
  lessOrEqual,
  notEqual,
} from "../../runtime/data/xpath/compare.js";
import {
  exists,
  holds,
  json,
  number,
  string,
  toBoolean,
  toNumber,
} from "../../runtime/data/xpath/convert.js";
import { first, select } from "../../runtime/data/xpath/node-path.js";
import { workTime } from "../support/growth.js";

const parse = (text: string): JsonValue => JSON.parse(text) as JsonValue;

describe("at", () => {
  const data = parse(
    '{"a": {"b": [1, {"c": "x"}, {"c": "y"}], "one": [{"c": "z"}], "none": [], "null": null, "f": false}}',
  );

  it("reads members as they are", () => {
    expect(at(data, "a", "f")).toBe(false);
    expect(at(data, "a", "null")).toBe(null);
    expect(at(data, "a")).toBe((data as JsonObject).a);
    expect(at(data)).toBe(data);
  });

  it("finds nothing below what has no such child", () => {
    expect(at(data, "a", "missing", "deeper")).toBeUndefined();
    expect(at(data, "a", "f", "x")).toBeUndefined();
    expect(at(data, "a", "null", "x")).toBeUndefined();
    expect(at(data, "a", "b", "c")).toBeUndefined();
    expect(at(data, "a", "none", "value")).toBeUndefined();
    expect(at("text", "length")).toBeUndefined();
    expect(at(undefined, "x")).toBeUndefined();
  });

  it("takes the items of an array as children named value", () => {
    const set = at(data, "a", "b", "value");
    expect(set).toBeInstanceOf(NodeSet);
    expect((set as NodeSet).items()).toEqual([1, { c: "x" }, { c: "y" }]);
    expect(at(data, "a", "one", "value")).toEqual({ c: "z" });
    expect((at(data, "a", "b", "value", "c") as NodeSet).items()).toEqual(["x", "y"]);
    expect(at(data, "a", "one", "value", "c")).toBe("z");
    expect((at(at(data, "a", "b", "value"), "c") as NodeSet).items()).toEqual(["x", "y"]);
  });

  it("makes the nodes behind several values when asked, with parents and identity", () => {
    const document = new JsonDocument(data);
    const found = at(document, "json", "a", "b", "value", "c") as NodeSet;
    const nodes = found.nodes();
    expect(nodes.map((node) => node.name)).toEqual(["c", "c"]);
    expect(nodes[0]?.parent?.parent?.name).toBe("b");
    expect(nodes).toEqual(select(document, "json", "a", "b", "value", "c").nodes());
    expect(nodes[0]).toBe(select(document, "json", "a", "b", "value", "c").nodes()[0]);
    expect((at(data, "a", "b", "value") as NodeSet).nodes()[1]).toBe(
      select(data, "a", "b", "value").nodes()[1],
    );
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
    "takes %s for an ordinary name",
    (name) => {
      expect(at({}, name)).toBeUndefined();
      expect(at([], name)).toBeUndefined();
      expect(at({}, name, name)).toBeUndefined();
      expect(at(parse(`{"${name}": {"x": 1}}`), name, "x")).toBe(1);
    },
  );

  it("does not inherit through a member named __proto__", () => {
    expect(at(parse('{"__proto__": {"x": 1}}'), "x")).toBeUndefined();
    expect(at({}, "__proto__", "toString")).toBeUndefined();
  });

  it("starts at the child json of a JSON document", () => {
    expect(at(new JsonDocument([1]), "json")).toEqual([1]);
    expect(at(new JsonDocument("s"), "json")).toBe("s");
    expect(at(new JsonDocument({ a: 1 }), "a")).toBeUndefined();
    const document = new JsonDocument({});
    expect(at(document)).toBe(document);
  });

  it("goes on from nodes", () => {
    const nodes = select(data, "a", "b");
    expect((at(nodes, "value", "c") as NodeSet).items()).toEqual(["x", "y"]);
    expect((at(nodes, "value", "c") as NodeSet).nodes()[0]).toBe(
      select(data, "a", "b", "value", "c").nodes()[0],
    );
  });

  it("reads XML elements", () => {
    const document = parseXml("<r><i>1</i><i>2</i><j a='x'><k>3</k></j></r>");
    expect(string(at(document, "r", "j", "k"))).toBe("3");
    expect((at(document, "r", "i") as NodeSet).size).toBe(2);
    expect(at(document, "r", "none")).toBeUndefined();
    expect(at(document, "i")).toBeUndefined();
  });

  it("keeps document order where the nodes are within one another", () => {
    const document = parseXml("<r><a><a><b>inner</b></a><b>outer</b></a></r>");
    const nested = select(document, { axis: "descendant", test: "a", predicates: [] });
    expect((at(nested, "b") as NodeSet).items().map(string)).toEqual(["inner", "outer"]);
    expect(string(at(nested, "b"))).toBe("inner");
  });
});

describe("Tree", () => {
  class Counting extends Tree {
    made: string[] = [];
    member(name: string): Found {
      this.made.push(name);
      return name === "headers" ? { host: "h" } : undefined;
    }
    toJson(): JsonObject {
      this.made.push("*");
      return { headers: { host: "h" } };
    }
  }

  it("makes only the member that is read", () => {
    const tree = new Counting();
    expect(at(tree, "headers", "host")).toBe("h");
    expect(at(tree, "other")).toBeUndefined();
    expect(tree.made).toEqual(["headers", "other"]);
    expect(at(tree)).toBe(tree);
  });

  it("is a root element in the reading as nodes, the same one each time", () => {
    const tree = new Counting();
    const [host] = select(tree, "headers", "host").nodes();
    expect(host?.toText()).toBe("h");
    expect(host?.parent?.parent?.name).toBe("json");
    expect(select(tree, "headers", "host").nodes()[0]).toBe(host);
    expect(string(tree)).toBe("h");
    expect(json(tree)).toEqual({ headers: { host: "h" } });
    expect(exists(tree)).toBe(true);
  });
});

describe("conversions", () => {
  it.each<[Found, string]>([
    ["a", "a"],
    [1.5, "1.5"],
    [true, "true"],
    [false, "false"],
    [null, ""],
    [undefined, ""],
    [emptySet, ""],
    [{ a: "x", b: [1, null, { c: true }], d: "" }, "x1true"],
    [[], ""],
    [new JsonDocument({ a: 1, b: 2 }), "12"],
    [at({ l: ["x", "y"] }, "l", "value"), "x"],
  ])("string(%j) is %j", (value, text) => expect(string(value)).toBe(text));

  it.each<[number, string]>([
    [0, "0"],
    [-0, "0"],
    [1, "1"],
    [-12.5, "-12.5"],
    [0.1 + 0.2, "0.30000000000000004"],
    [1e21, "1000000000000000000000"],
    [1.5e21, "1500000000000000000000"],
    [-1.25e-7, "-0.000000125"],
    [5e-324, `0.${"0".repeat(323)}5`],
    [123456789012345680000, "123456789012345680000"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [Number.NEGATIVE_INFINITY, "-Infinity"],
  ])("formatNumber(%d) is %s", (value, text) => {
    expect(formatNumber(value)).toBe(text);
    if (Number.isFinite(value)) expect(Number(text)).toBe(value === 0 ? 0 : value);
  });

  it.each<[Found, number]>([
    ["12", 12],
    [" \t\r\n-1.5 ", -1.5],
    [".5", 0.5],
    ["5.", 5],
    ["-.5", -0.5],
    ["007", 7],
    ["", Number.NaN],
    ["-", Number.NaN],
    [".", Number.NaN],
    ["- 1", Number.NaN],
    ["+1", Number.NaN],
    ["1e3", Number.NaN],
    ["0x10", Number.NaN],
    ["1 2", Number.NaN],
    ["\u00a01", Number.NaN],
    ["Infinity", Number.NaN],
    [true, Number.NaN],
    [null, Number.NaN],
    [undefined, Number.NaN],
    [7, 7],
    [["4", "2"], 42],
  ])("number(%j) is %d", (value, expected) => expect(number(value)).toBe(expected));

  it.each<[Value, number]>([
    [true, 1],
    [false, 0],
    ["3", 3],
    [undefined, Number.NaN],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])("toNumber(%j) is %d", (value, expected) => expect(toNumber(value)).toBe(expected));

  it.each<[Value, boolean]>([
    ["", false],
    ["false", true],
    [0, false],
    [-0, false],
    [Number.NaN, false],
    [0.1, true],
    [undefined, false],
    [emptySet, false],
    [{}, true],
    [[], true],
    [new JsonDocument(null), true],
  ])("toBoolean(%j) is %j", (value, expected) => expect(toBoolean(value)).toBe(expected));

  it("exists for every node, whatever its value", () => {
    expect([null, "", 0, false, {}].map(exists)).toEqual([true, true, true, true, true]);
    expect([undefined, emptySet].map(exists)).toEqual([false, false]);
  });

  it("holds at a position or for a truth", () => {
    expect(holds(2, 2)).toBe(true);
    expect(holds(1, 2)).toBe(false);
    expect(holds("2", 1)).toBe(true);
    expect(holds(undefined, 1)).toBe(false);
  });

  it.each<[Found, JsonValue]>([
    [undefined, null],
    [emptySet, null],
    [Number.NaN, null],
    [Number.NEGATIVE_INFINITY, null],
    [false, false],
    [{ a: [1] }, { a: [1] }],
    [at([[1], [2]], "value"), [1]],
    [select({ a: [true] }, "a", "value"), true],
    [new JsonDocument({ a: 1 }), { a: 1 }],
    [parseXml("<r>a<b>c</b></r>"), "ac"],
  ])("json(%j) is %j", (value, expected) => expect(json(value)).toEqual(expected));

  it("first() is the first node as an item", () => {
    expect(first(at(["x", "y"], "value"))).toBe("x");
    expect(first(undefined)).toBeUndefined();
    expect(first(emptySet)).toBeUndefined();
    expect(first("s")).toBe("s");
  });
});

describe("comparisons, XPath 1.0 §3.4", () => {
  const set = at([1, "2", "x", true, null], "value");
  const none = undefined;

  it.each<[string, boolean]>([
    ["some node equals the string", equal(set, "x")],
    ["some node equals the number", equal(set, 2)],
    ["true's node is the text true", equal(true, "true")],
    ["null's node is the empty text", equal(null, "")],
    ["a set beside true", equal(set, true)],
    ["an empty set beside false", equal(none, false)],
    ["a node of any value beside true", equal(false, true)],
    ["some node differs from the string", notEqual(set, "x")],
    ["a node that is no number differs from any", notEqual("x", 1)],
    ["an empty set differs from true", notEqual(none, true)],
    ["a smaller node", less(set, 1.5)],
    ["a node against a string as number", less(set, "1.5")],
    ["at most", lessOrEqual(set, 1)],
    ["greater", greater(set, 1)],
    ["at least", greaterOrEqual(set, 2)],
    ["an empty set is 0 beside true", less(none, true)],
    ["a set is 1 beside true", greaterOrEqual(set, true)],
  ])("holds: %s", (_, holding) => expect(holding).toBe(true));

  it.each<[string, boolean]>([
    ["no node has the value", equal(set, "3")],
    ["true's node is not 1", equal(true, 1)],
    ["an empty set equals no string", equal(none, "")],
    ["an empty set differs from no string", notEqual(none, "x")],
    ["one node that is equal does not differ", notEqual("x", "x")],
    ["nothing is below the least", less(set, 1)],
    ["no number, no order", less("x", 1)],
    ["no order with NaN", greaterOrEqual(set, "x")],
    ["an empty set is not below 1", less(none, 1)],
    ["a set is not below true", less(set, true)],
    ["nothing is above the greatest", greater(set, 2)],
  ])("does not hold: %s", (_, holding) => expect(holding).toBe(false));

  const low = at([1, 5], "value") as NodeSet;
  const high = at([5, 9, "x"], "value") as NodeSet;
  const words = at(["x", "x"], "value") as NodeSet;
  const truth = select([true]).nodes()[0] as Value;

  it.each<[Value, Comparison, Value, boolean]>([
    ["a", "=", 1, false],
    ["1", "=", 1, true],
    ["", "=", false, true],
    ["false", "=", true, true],
    ["1", "=", "1.0", false],
    ["1", "<", "1.0", false],
    ["1", "<=", "1.0", true],
    [Number.NaN, "=", Number.NaN, false],
    [Number.NaN, "!=", Number.NaN, true],
    ["x", "!=", 1, true],
    [true, ">", false, true],
    [2, "=", true, true],
    [low, "=", high, true],
    [low, "!=", high, true],
    [low, "<", high, true],
    [high, "<", low, false],
    [high, "<=", low, true],
    [low, ">=", high, true],
    [low, ">", high, false],
    [words, "!=", words, false],
    [words, "=", words, true],
    [words, "<=", words, false],
    [words, "<=", low, false],
    [undefined, "=", undefined, false],
    [undefined, "!=", low, false],
    [low, "<", undefined, false],
    [undefined, "=", false, true],
    [false, "=", undefined, true],
    [3, "<", low, true],
    [6, "<", low, false],
    [5, ">=", low, true],
    ["5", "=", low, true],
    ["x", "!=", words, false],
    [{ a: 1 }, "=", 1, true],
    [[1, 2], "=", "12", true],
    [truth, "=", true, true],
  ])("%j %s %j is %j", (left, operator, right, expected) => {
    expect(compare(left, operator, right)).toBe(expected);
  });

  it("takes linear time for two large sets", () => {
    const left = at(
      Array.from({ length: 50_000 }, (_, index) => `a${index}`),
      "value",
    ) as NodeSet;
    const right = at(
      Array.from({ length: 50_000 }, (_, index) => `b${index}`),
      "value",
    ) as NodeSet;
    const start = workTime();
    for (const operator of ["=", "<", ">="] as const) expect(compare(left, operator, right)).toBe(false);
    expect(workTime() - start).toBeLessThan(1000);
  });
});
