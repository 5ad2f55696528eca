/** `xsl:number`; libxslt decides where XSLT 1.0 §7.7 leaves a choice. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Node } from "../../runtime/data/model/node.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { numberText } from "../../runtime/xslt/number-text.js";
import { type Matches, Numbering } from "../../runtime/xslt/numbering.js";
import { settings } from "../differential/settings.js";
import { needing } from "../support/needs.js";
import { stepsOf } from "../support/steps.js";
import { sheet, transformed, xsltproc } from "./xsltproc.js";

const named =
  (...names: readonly string[]): Matches =>
  ({ name }) =>
    names.includes(name);

const all = (top: Node): readonly Node[] => [top, ...top.children.flatMap(all)];

describe("numbers as text", () => {
  const texts: readonly (readonly [format: string, numbers: readonly number[], expected: string])[] = [
    ["1", [5], "5"],
    ["1", [], ""],
    ["(1) ", [], ""],
    ["", [1, 2], "1.2"],
    ["1", [1, 2, 3], "1.2.3"],
    ["001", [7, 1234], "007.1234"],
    ["A", [1, 26, 27, 703], "A.Z.AA.AAA"],
    ["a", [0, 52, 2 ** 53, 1e300], `0.az.bktxhsoghkkf.1${"0".repeat(300)}`],
    ["i", [4, 9, 14, 40, 90, 400, 944, 5001], "iv.ix.xiv.xl.xc.cd.cmxliv.5001"],
    ["I", [1999, 0], "MCMXCIX.0"],
    ["1.a) ", [1, 2], "1.b) "],
    ["(1-A-i)", [1, 2, 3, 4], "(1-B-iii-iv)"],
    ["-", [5], "-5"],
    ["x", [12], "12"],
    ["00", [7], "7"],
    ["٠١", [9, 10], "٠٩.١٠"],
    ["1", [-3, 2.5, 1.4], "0.3.1"],
    ["a", [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], "NaN.Infinity.0"],
  ];

  test.each(texts)("%s of %j is %s", (format, numbers, expected) => {
    expect(numberText(numbers, format)).toBe(expected);
  });

  test("in groups", () => {
    const grouped = { groupingSeparator: " ", groupingSize: 3 };
    expect(numberText([1234567, 12], "1", grouped)).toBe("1 234 567.12");
    expect(numberText([12], "00001", grouped)).toBe("00 012");
    expect(numberText([1234], "1", { groupingSize: 3 })).toBe("1234");
    expect(numberText([1234], "1", { groupingSeparator: ",", groupingSize: 0 })).toBe("1234");
  });
});

describe("levels", () => {
  const document = parseXml("<r><s><h/><p/><s><h/><p/><p/></s></s><s><p/><t><p/></t></s></r>");
  const of = (name: string) => all(document).filter((one) => one.name === name);

  test("single, multiple, any", () => {
    const numbering = new Numbering();
    const levels = (level: "single" | "multiple" | "any", from?: Matches) =>
      of("p").map((one) => numbering.levels(one, level, named("s", "p"), from));
    expect(levels("single")).toEqual([[1], [1], [2], [1], [1]]);
    expect(levels("multiple")).toEqual([
      [1, 1],
      [1, 2, 1],
      [1, 2, 2],
      [2, 1],
      [2, 1],
    ]);
    expect(levels("any")).toEqual([[2], [4], [5], [7], [8]]);
    expect(levels("any", named("h"))).toEqual([[1], [1], [2], [4], [5]]);
  });

  test("nodes of the same name count, if nothing else is said", () => {
    const numbering = new Numbering();
    const [, second] = of("t")[0]?.parent?.children ?? [];
    expect(numbering.levels(second as Node, "single", numbering.like(second as Node))).toEqual([1]);
    expect(of("p").map((one) => numbering.levels(one, "any", numbering.like(one)))).toEqual([
      [1],
      [2],
      [3],
      [4],
      [5],
    ]);
  });

  test("attributes count with their element", () => {
    const [a, b] = parseXml("<r><a x='1'/><a x='2'/></r>").documentElement?.children ?? [];
    const numbering = new Numbering();
    const attributes = [a, b].map((one) => one?.attributes[0] as Node);
    expect(attributes.map((one) => numbering.levels(one, "any", named("a")))).toEqual([[1], [2]]);
    expect(attributes.map((one) => numbering.levels(one, "single", named("x")))).toEqual([[1], [1]]);
  });

  test.each(["single", "multiple", "any"] as const)("%s: the work grows with the list", (level) => {
    const work = (size: number, isReversed: boolean) => {
      const items = all(parseXml(`<r>${"<a><b/></a>".repeat(size)}</r>`)).filter(({ name }) => name === "b");
      const numbering = new Numbering();
      const count = named("a", "b");
      return stepsOf(() => {
        for (const one of isReversed ? items.toReversed() : items) numbering.levels(one, level, count);
      });
    };
    for (const isReversed of [false, true])
      expect(work(4000, isReversed)).toBeLessThan(5 * work(1000, isReversed));
  });
});

describe("libxslt", needing(xsltproc), () => {
  const names = ["a", "b", "c"] as const;
  const tree = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc
      .tuple(
        fc.constantFrom(...names),
        fc.array(
          fc.oneof({ depthIdentifier: "tree", maxDepth: 4 }, fc.constant("x"), tie("tree"), tie("tree")),
          {
            maxLength: 4,
          },
        ),
      )
      .map(([name, children]) => `<${name}>${children.join("")}</${name}>`),
  })).tree;

  test("agrees on generated trees", () => {
    const some = fc.option(fc.subarray([...names], { minLength: 1 }), { nil: undefined });
    const sample = fc.record({
      content: tree,
      level: fc.constantFrom("single" as const, "multiple" as const, "any" as const),
      count: some,
      from: some,
    });
    for (const { content, level, count, from } of fc.sample(sample, settings(60))) {
      const numbering = new Numbering();
      const counts = count && named(...count);
      const starts = from && named(...from);
      const ours = all(parseXml(content))
        .filter(({ type }) => type === "element")
        .map((node) =>
          numberText(numbering.levels(node, level, counts ?? numbering.like(node), starts), "1"),
        );
      const attributes = `level="${level}"${count ? ` count="${count.join("|")}"` : ""}${from ? ` from="${from.join("|")}"` : ""}`;
      const each = `<xsl:for-each select="//*"><xsl:number ${attributes}/>;</xsl:for-each>`;
      const theirs = transformed(
        sheet(`<xsl:output method="text"/><xsl:template match="/">${each}</xsl:template>`),
        content,
      );
      expect(`${ours.join(";")};`, `${attributes} ${content}`).toBe(theirs.toString());
    }
  });

  test("agrees on generated formats", () => {
    const format = fc
      .array(fc.constantFrom("1", "01", "0", "a", "A", "i", "I", "b", "é", "٠١", ".", " ", "(", "-"), {
        maxLength: 6,
      })
      .map((parts) => parts.join(""));
    const number = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: -5, max: 100_000 }));
    const calls = fc.sample(
      fc.tuple(number, format, fc.constantFrom("", ",", "é"), fc.integer({ min: 0, max: 3 })),
      settings(300),
    );
    const content = calls
      .map(
        ([value, one, groupingSeparator, groupingSize]) =>
          `<xsl:number value="${value}" format="${one}"${
            groupingSeparator === "" ? "" : ` grouping-separator="${groupingSeparator}"`
          } grouping-size="${groupingSize}"/>;`,
      )
      .join("");
    const theirs = transformed(
      sheet(`<xsl:output method="text"/><xsl:template match="/">${content}</xsl:template>`),
      "<r/>",
    );
    const ours = calls.map(([value, one, groupingSeparator, groupingSize]) =>
      numberText([value], one, { groupingSeparator, groupingSize }),
    );
    expect(ours.map((text, index) => [calls[index], text])).toEqual(
      theirs
        .toString()
        .split(";")
        .slice(0, -1)
        .map((text, index) => [calls[index], text]),
    );
  });
});
