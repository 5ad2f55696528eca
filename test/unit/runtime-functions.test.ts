import { describe, expect, it } from "vitest";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { at } from "../../runtime/data/xpath/child-path.js";
import { select } from "../../runtime/data/xpath/node-path.js";
import { attribute, descendant } from "../../runtime/data/xpath/step.js";
import { id, lang, localName, name, namespaceUri } from "../../runtime/language/functions/node-functions.js";
import { ceiling, count, floor, round, sum } from "../../runtime/language/functions/number-functions.js";
import {
  concat,
  contains,
  normalizeSpace,
  startsWith,
  stringLength,
  substring,
  substringAfter,
  substringBefore,
  translate,
} from "../../runtime/language/functions/string-functions.js";

describe("string functions", () => {
  const infinity = Number.POSITIVE_INFINITY;

  // The examples of XPath 1.0 §4.2, and what they leave open.
  it.each<[[string, number, number?], string]>([
    [["12345", 2, 3], "234"],
    [["12345", 2], "2345"],
    [["12345", 1.5, 2.6], "234"],
    [["12345", 0, 3], "12"],
    [["12345", Number.NaN, 3], ""],
    [["12345", 1, Number.NaN], ""],
    [["12345", Number.NaN], ""],
    [["12345", -42, infinity], "12345"],
    [["12345", -infinity, infinity], ""],
    [["12345", -infinity], "12345"],
    [["12345", infinity], ""],
    [["12345", 2, -1], ""],
    [["12345", 2, 0], ""],
    [["12345", 0.5, 1], "1"],
    [["12345", 5, 9], "5"],
    [["12345", 6], ""],
    [["", 1], ""],
    [["a😀b", 2, 1], "😀"],
    [["a😀b", 3], "b"],
  ])("substring%j is %j", (args, expected) => expect(substring(...args)).toBe(expected));

  it("finds parts", () => {
    expect(substringBefore("1999/04/01", "/")).toBe("1999");
    expect(substringBefore("a", "b")).toBe("");
    expect(substringBefore("a", "")).toBe("");
    expect(substringAfter("1999/04/01", "/")).toBe("04/01");
    expect(substringAfter("1999/04/01", "19")).toBe("99/04/01");
    expect(substringAfter("a", "b")).toBe("");
    expect(substringAfter("a", "")).toBe("a");
    expect([contains("abc", "bc"), contains("abc", ""), contains("abc", "x")]).toEqual([true, true, false]);
    expect([startsWith("abc", "ab"), startsWith("abc", ""), startsWith("abc", "b")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("counts and joins characters", () => {
    expect([stringLength(""), stringLength("abc"), stringLength("😀é")]).toEqual([0, 3, 2]);
    expect(concat("a", "", "b", "c")).toBe("abc");
  });

  it("normalizes XML white space only", () => {
    expect(normalizeSpace(" \t a \r\n b  ")).toBe("a b");
    expect(normalizeSpace("  ")).toBe("");
    expect(normalizeSpace("\u00a0a\u00a0\u00a0b")).toBe("\u00a0a\u00a0\u00a0b");
  });

  it("translates character by character", () => {
    expect(translate("bar", "abc", "ABC")).toBe("BAr");
    expect(translate("--aaa--", "abc-", "ABC")).toBe("AAA");
    expect(translate("aba", "aa", "xy")).toBe("xbx");
    expect(translate("a😀", "😀", "é")).toBe("aé");
    expect(translate("abc", "b", "xyz")).toBe("axc");
  });
});

describe("number functions", () => {
  it("rounds", () => {
    expect([2.5, -2.5, 2.4, -0.2, Number.NaN, Number.NEGATIVE_INFINITY].map(round)).toEqual([
      3,
      -2,
      2,
      -0,
      Number.NaN,
      Number.NEGATIVE_INFINITY,
    ]);
    expect(round(-0.5)).toBe(-0);
    expect([floor(-1.5), floor(2.9), ceiling(-1.5), ceiling(2.1)]).toEqual([-2, 2, -1, 3]);
  });

  it("sums string-values", () => {
    expect(sum(at([1, "2", " 3.5 "], "value"))).toBe(6.5);
    expect(sum(select([1, 2], "value"))).toBe(3);
    expect(sum(undefined)).toBe(0);
    expect(sum(4)).toBe(4);
    expect(sum(at([1, true], "value"))).toBe(Number.NaN);
  });
});

describe("node-set functions", () => {
  const document = parseXml(
    '<r xml:lang="en-GB" xmlns:p="urn:p"><p:a xml:id="x" xml:lang="de"><b/></p:a><c xml:id="y"/><d xml:id="y"/></r>',
  );

  it("counts", () => {
    expect([undefined, "", null, { a: 1 }, at([1, 2], "value"), select({})].map(count)).toEqual([
      0, 1, 1, 1, 2, 1,
    ]);
  });

  it("names the first node", () => {
    const a = select(document, "r", "p:a");
    expect([name(a), localName(a), namespaceUri(a)]).toEqual(["p:a", "a", "urn:p"]);
    expect([name(document), name(undefined), name(select({ "odd name": 1 }, "*"))]).toEqual([
      "",
      "",
      "json-element",
    ]);
    expect([name({ a: 1 }), localName([]), namespaceUri({})]).toEqual(["json", "json", ""]);
    expect(name(select(document, descendant("c"), attribute("*")))).toBe("xml:id");
    expect(localName(select(document, descendant("c"), attribute("*")))).toBe("id");
  });

  it("finds elements by xml:id", () => {
    const names = (found: ReturnType<typeof id>) => found.nodes().map((node) => node.name);
    expect(names(id(document, " y\nx none"))).toEqual(["p:a", "c"]);
    expect(names(id(select(document, "r", "c"), at(["x", "y"], "value")))).toEqual(["p:a", "c"]);
    expect(names(id(document, "__proto__"))).toEqual([]);
    expect(names(id({ x: 1 }, "x"))).toEqual([]);
    expect(names(id(undefined, "x"))).toEqual([]);
  });

  it("knows the language", () => {
    const b = select(document, descendant("b"));
    const c = select(document, descendant("c"));
    expect([lang(b, "de"), lang(b, "DE"), lang(b, "en"), lang(b, "d")]).toEqual([true, true, false, false]);
    expect([lang(c, "en"), lang(c, "en-gb"), lang(c, "en-us"), lang(c, "e")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(lang({ a: 1 }, "en")).toBe(false);
  });
});
