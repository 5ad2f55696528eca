import { describe, expect, it } from "vitest";
import { JsonDocument } from "../../runtime/data/json/json-node.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { at, count, type Found, json, members, rootElement } from "../../runtime/index.js";

describe("members", () => {
  const xml = rootElement(parseXml("<a><b>1</b><b>2</b><c x='y'/></a>"));
  const items: [string, Found][] = [
    ["an object", { b: 1, c: null, value: "v" }],
    ["an array", [1, 2]],
    ["an array of one item", [{ b: 1 }]],
    ["an empty array", []],
    ["a string", "text"],
    ["a number", 7],
    ["null", null],
    ["nothing", undefined],
    ["an XML element", xml],
    ["a JSON document", new JsonDocument({ b: 1 })],
  ];

  it.each(items)("of %s are what at() finds", (_, item) => {
    for (const name of ["b", "c", "json", "none", "length", "0", "map", "then"]) {
      const [child, found] = [members(item)[name], at(item, name)];
      expect([json(child), count(child)], name).toEqual([json(found), count(found)]);
    }
  });
});
