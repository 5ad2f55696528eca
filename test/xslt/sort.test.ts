/** `xsl:sort`; libxslt decides where XSLT 1.0 §10 leaves a choice. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Node } from "../../runtime/data/model/node.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { type SortKey, sorted } from "../../runtime/xslt/xslt-sort.js";
import { settings } from "../differential/settings.js";
import { needing } from "../support/needs.js";
import { sheet, transformed, xsltproc } from "./xsltproc.js";

const itemsOf = (texts: readonly string[]): readonly Node[] =>
  parseXml(`<r>${texts.map((text) => `<i>${text}</i>`).join("")}</r>`).documentElement?.children ?? [];

const text = (node: Node) => node.toText();
const inOrder = (texts: readonly string[], ...keys: readonly Omit<SortKey, "key">[]) =>
  sorted(
    itemsOf(texts),
    keys.map((key) => ({ key: text, ...key })),
  ).map(text);

describe("sorted", () => {
  test("texts, by code points", () => {
    expect(inOrder(["b", "a", "B", "é", "Z", "", "ab", "\ue000", "😀"], {})).toEqual([
      "",
      "B",
      "Z",
      "a",
      "ab",
      "b",
      "é",
      "\ue000",
      "😀",
    ]);
    expect(inOrder(["10", "9", "1"], { dataType: "text" })).toEqual(["1", "10", "9"]);
    expect(inOrder(["a", "b"], { order: "descending", dataType: "x:y" })).toEqual(["b", "a"]);
    expect(inOrder(["b", "a"], { order: "sideways" })).toEqual(["a", "b"]);
  });

  test("numbers, and first what is none", () => {
    expect(inOrder(["10", "x", "9", "-1", " 1.5 ", ""], { dataType: "number" })).toEqual([
      "x",
      "",
      "-1",
      " 1.5 ",
      "9",
      "10",
    ]);
    expect(inOrder(["10", "x", "9"], { dataType: "number", order: "descending" })).toEqual(["10", "9", "x"]);
  });

  test("by the rules of a language", () => {
    expect(inOrder(["z", "ä", "a", "B"], { lang: "de" })).toEqual(["a", "ä", "B", "z"]);
    expect(inOrder(["z", "ä", "a"], { lang: "sv" })).toEqual(["a", "z", "ä"]);
    expect(inOrder(["a", "A"], { lang: "en", caseOrder: "upper-first" })).toEqual(["A", "a"]);
    expect(inOrder(["A", "a"], { lang: "en", caseOrder: "lower-first" })).toEqual(["a", "A"]);
    expect(inOrder(["a", "B"], { lang: "no language" })).toEqual(["B", "a"]);
    expect(inOrder(["a", "B"], { lang: "" })).toEqual(["B", "a"]);
  });

  test("equal keys leave the order as it is, in both directions", () => {
    const items = itemsOf(["a1", "b2", "a3", "b4"]);
    const first = ({ order }: { order: string }) =>
      sorted(items, [{ key: (node) => text(node).charAt(0), order }]).map(text);
    expect(first({ order: "ascending" })).toEqual(["a1", "a3", "b2", "b4"]);
    expect(first({ order: "descending" })).toEqual(["b2", "b4", "a1", "a3"]);
  });

  test("a second key is only asked for where the first one does not decide", () => {
    const never: SortKey = {
      key: () => {
        throw new Error("asked");
      },
    };
    expect(sorted(itemsOf(["b", "a"]), [{ key: text }, never]).map(text)).toEqual(["a", "b"]);
    const places = (_: Node, position: number, last: number) => String(last - position);
    expect(
      sorted(itemsOf(["a", "a", "b"]), [{ key: text }, { key: places }]).map((one) => one.order),
    ).toEqual([1, 0, 2]);
  });
});

describe("libxslt", needing(xsltproc), () => {
  test("agrees on generated lists", () => {
    // Unlike XPath, libxml2 takes 1e3 for a number.
    const value = fc.constantFrom("a", "B", "10", "9", "-1", "", " 2 ", "é", "😀", "\ue000", "0", "-0", "x");
    const key = fc.record(
      {
        dataType: fc.constantFrom("text", "number"),
        order: fc.constantFrom("ascending", "descending"),
      },
      { requiredKeys: [] },
    );
    const lists = fc.tuple(
      fc.array(fc.tuple(value, value), { maxLength: 12 }),
      fc.array(key, { minLength: 1, maxLength: 2 }),
    );
    for (const [rows, keys] of fc.sample(lists, settings(60))) {
      const content = `<r>${rows.map(([a, b], index) => `<i n="${index}"><k>${a}</k><k>${b}</k></i>`).join("")}</r>`;
      const sorts = keys.map(
        ({ dataType, order }, index) =>
          `<xsl:sort select="k[${index + 1}]"${dataType ? ` data-type="${dataType}"` : ""}${order ? ` order="${order}"` : ""}/>`,
      );
      const body = `<xsl:for-each select="r/i">${sorts.join("")}<xsl:value-of select="@n"/>;</xsl:for-each>`;
      const theirs = transformed(
        sheet(`<xsl:output method="text"/><xsl:template match="/">${body}</xsl:template>`),
        content,
      );
      const items = parseXml(content).documentElement?.children ?? [];
      const ours = sorted(
        items,
        keys.map((one, index) => ({ ...one, key: (node: Node) => node.children[index]?.toText() ?? "" })),
      ).map(({ order }) => `${order};`);
      expect(ours.join(""), `${content} ${sorts.join("")}`).toBe(theirs.toString());
    }
  });
});
