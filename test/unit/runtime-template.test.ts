import { describe, expect, it } from "vitest";
import { JsonDocument } from "../../runtime/data/json/json-node.js";
import { Tree } from "../../runtime/data/json/lazy-tree.js";
import type { NodeSet } from "../../runtime/data/model/node-set.js";
import type { Found, Item, JsonObject, JsonValue } from "../../runtime/data/model/values.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { at } from "../../runtime/data/xpath/child-path.js";
import { json, string } from "../../runtime/data/xpath/convert.js";
import { select, union } from "../../runtime/data/xpath/node-path.js";
import { attribute, child, descendant, parent } from "../../runtime/data/xpath/step.js";
import { name } from "../../runtime/language/functions/node-functions.js";
import {
  coalesce,
  loop,
  loopItems,
  loopPairs,
  object,
  pairs,
  within,
} from "../../runtime/language/template/json-template.js";

const parse = (text: string): JsonObject => JSON.parse(text) as JsonObject;

describe("pairs", () => {
  const data = parse('{"b": 1, "a": [true], "c": null, "odd name": {"x": 1}}');
  const text = (members: JsonObject) => JSON.stringify(members);

  it("copies the named members in the order of the document", () => {
    expect(text(pairs(data, "c", "a", "b", "none"))).toBe('{"b":1,"a":[true],"c":null}');
    expect(pairs(data, "*")).toEqual(data);
    expect(pairs(data, "a", "*")).toEqual(data);
  });

  it("copies members of what a path found", () => {
    expect(pairs(at({ x: data }, "x"), "b")).toEqual({ b: 1 });
    expect(pairs(select({ x: data }, "x"), "a", "b")).toEqual({ b: 1, a: [true] });
    expect(pairs(select({ x: data }, "x"), "*")).toEqual(data);
    expect(pairs(new JsonDocument(data), "json")).toEqual({ json: data });
  });

  it("lets the last of several win", () => {
    expect(pairs(at([{ a: 1, b: 1 }, { a: 2 }], "value"), "a", "b")).toEqual({ a: 2, b: 1 });
    expect(pairs(select([{ a: 1, b: 1 }, { a: 2 }], "value"), "*")).toEqual({ a: 2, b: 1 });
    expect(pairs([1, 2], "value")).toEqual({ value: 2 });
    expect(pairs([1, 2], "*")).toEqual({ value: 2 });
    expect(pairs([1, 2], "a")).toEqual({});
  });

  it.each<[Found]>([[undefined], [null], ["text"], [1], [[]]])("makes none below %j", (base) => {
    expect(pairs(base, "a", "*")).toEqual({});
  });

  it("copies __proto__ as an ordinary member", () => {
    const hostile = parse('{"__proto__": {"admin": true}, "constructor": 1}');
    for (const base of [hostile, at([hostile, {}], "value"), select(hostile), new Lazy(hostile)]) {
      const members = pairs(base, "__proto__", "constructor");
      expect(text(members)).toBe('{"__proto__":{"admin":true},"constructor":1}');
      expect(Object.getPrototypeOf(members)).toBe(Object.prototype);
      expect("admin" in members).toBe(false);
    }
    expect(text(pairs(select(hostile, "*")))).toBe('{"__proto__":{"admin":true},"constructor":1}');
    expect(pairs({}, "__proto__", "toString")).toEqual({});
  });

  it("names the nodes of a node-set by themselves", () => {
    expect(pairs(union(select(data, "c"), select(data, "a")))).toEqual({ a: [true], c: null });
    expect(
      pairs(
        select(
          data,
          child("*", (node) => name(node) !== "b"),
        ),
      ),
    ).toEqual({ a: [true], c: null, "odd name": { x: 1 } });
    expect(pairs(at({ l: [1, 2] }, "l", "value"))).toEqual({ value: 2 });
    expect(pairs(select(data, "b", child("text()")))).toEqual({});
    expect(pairs(undefined)).toEqual({});
  });

  it("takes elements and attributes of XML, and no other nodes", () => {
    const root = select(parseXml('<r k="1"><b>2</b><c>3<!--4--></c></r>'), "r");
    const nodes = union(
      select(root, attribute("k")),
      select(root, "b"),
      select(root, "c", child("text()")),
      select(root, descendant("comment()")),
    );
    expect(pairs(nodes)).toEqual({ k: 1, b: 2 });
    expect(pairs(root, "b", "c")).toEqual({ b: 2, c: 3 });
    expect(pairs(root, "*")).toEqual({ b: 2, c: 3 });
  });

  it("makes a single member of a lazily made tree alone", () => {
    const tree = new Lazy({ path: "/p", id: "i" });
    expect(pairs(tree, "path")).toEqual({ path: "/p" });
    expect(pairs(tree, "none")).toEqual({});
    expect(tree.wholes).toBe(0);
    expect(text(pairs(tree, "id", "path"))).toBe('{"path":"/p","id":"i"}');
    expect(pairs(tree, "*")).toEqual({ path: "/p", id: "i" });
  });

  class Lazy extends Tree {
    wholes = 0;
    constructor(readonly whole: JsonObject) {
      super();
    }
    member(name: string): Found {
      return Object.hasOwn(this.whole, name) ? this.whole[name] : undefined;
    }
    toJson(): JsonObject {
      this.wholes++;
      return this.whole;
    }
  }
});

describe("object", () => {
  it("joins pairs in their order, the last of a name wins, and changes none of the parts", () => {
    const base = parse('{"a": 1, "__proto__": {"admin": true}}');
    const joined = object(pairs(base, "*"), { b: 2 }, { a: 3 });
    expect(JSON.stringify(joined)).toBe('{"a":3,"__proto__":{"admin":true},"b":2}');
    expect("admin" in joined).toBe(false);
    expect(JSON.stringify(base)).toBe('{"a":1,"__proto__":{"admin":true}}');
    expect(object()).toEqual({});
  });
});

describe("loops", () => {
  const data: JsonValue = { list: [1, { a: 2 }], one: [7], object: { a: 1 }, lists: [[1], [2]] };

  it("runs for each item of an array", () => {
    expect(loop(at(data, "list"), (item) => item)).toEqual([1, { a: 2 }]);
    expect(loop(data.list, (item) => at(item, "a") ?? null)).toEqual([null, 2]);
    expect(loop(at(data, "one"), string)).toEqual(["7"]);
  });

  it("gives nodes where the array is a node", () => {
    const names = loop(select(data, "list"), (item) => json(select(item, parent("*")).nodes()[0]?.name));
    expect(names).toEqual(["list", "list"]);
  });

  it("takes the first of several arrays", () => {
    expect(loop(at(data, "lists", "value"), (item) => item)).toEqual([1]);
    expect(loop(select(data, "lists", "value"), json)).toEqual([1]);
  });

  it("runs for the elements of XML only where it says that it is an array", () => {
    const document = parseXml(
      '<r><l array=""><value number="">1</value> <value>x</value></l><m><value/></m></r>',
    );
    expect(loop(at(document, "r", "l"), json)).toEqual([1, "x"]);
    expect(loop(at(document, "r", "m"), json)).toEqual([]);
  });

  it.each<[Found]>([[undefined], [null], ["abc"], [3], [true], [{ a: [1] }], [new JsonDocument([1])]])(
    "does not run for %j",
    (value) => expect(loop(value, () => 1)).toEqual([]),
  );

  it("flattens and merges", () => {
    expect(loopItems([1, 2, 3], (item) => (item === 2 ? [] : [item, item]))).toEqual([1, 1, 3, 3]);
    const pairOf = (item: Item): JsonObject =>
      parse(`{"${string(at(item, "k"))}": ${string(at(item, "v"))}}`);
    const list = [
      { k: "a", v: 1 },
      { k: "__proto__", v: 2 },
      { k: "a", v: 3 },
    ];
    expect(JSON.stringify(loopPairs(list, pairOf))).toBe('{"a":3,"__proto__":2}');
  });
});

describe("within and coalesce", () => {
  const data: JsonValue = { z: null, l: [null, 1], e: [], f: false, s: "" };
  const enter = (context: Found) =>
    within(
      context,
      (item) => ["in", json(item)],
      () => ["out"],
    );

  it.each<[Found, unknown[]]>([
    [at(data, "l"), ["in", [null, 1]]],
    [at(data, "f"), ["in", false]],
    ["", ["in", ""]],
    [0, ["in", 0]],
    [at([5, 6], "value"), ["in", 5]],
    [at(data, "z"), ["out"]],
    [at(data, "none"), ["out"]],
    [at(data, "l", "value"), ["out"]],
    [select(data, "z"), ["out"]],
    [select(data, "none"), ["out"]],
    [select(data, "f"), ["in", false]],
    [new JsonDocument(null), ["out"]],
    [parseXml('<r null=""/>'), ["out"]],
    [parseXml("<r/>"), ["in", ""]],
  ])("%j", (context, expected) => expect(enter(context)).toEqual(expected));

  it("coalesces only what is missing or null", () => {
    const or = (left: Found) => json(coalesce(left, () => "right"));
    expect([at(data, "f"), at(data, "s"), at(data, "e"), 0].map(or)).toEqual([false, "", [], 0]);
    expect([at(data, "z"), at(data, "none"), select(data, "z"), select(data, "none")].map(or)).toEqual(
      new Array(4).fill("right"),
    );
  });

  it("does not evaluate the right operand in vain", () => {
    coalesce("x", () => expect.fail("evaluated"));
    within(
      1,
      () => 1,
      () => expect.fail("evaluated"),
    );
  });

  it("keeps the whole left node-set", () => {
    expect((coalesce(at([5, 6], "value"), () => 1) as NodeSet).size).toBe(2);
  });
});
