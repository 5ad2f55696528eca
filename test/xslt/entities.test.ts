/** Entities that a stylesheet declares: what they stand for, and what they may not cost. */
import { describe, expect, test } from "vitest";
import { describeDiagnostic, diagnose } from "../support/compile.js";
import { workTime } from "../support/growth.js";
import { apiFiles, ask, flow } from "../support/samples.js";
import { sheet } from "./xsltproc.js";

const declaring = (declarations: string, body: string): string =>
  `<!DOCTYPE s [${declarations}]>\n${sheet(
    `<xsl:output method="text"/><xsl:template match="/"><xsl:text>${body}</xsl:text></xsl:template>`,
  )}`;

const textOf = async (stylesheet: string) => {
  const app = await flow('<eval out="$x">"&lt;a/&gt;"</eval><xslt src="s.xsl" in="$x"/>', {
    files: { "s.xsl": stylesheet },
  });
  return (await ask(app)).text;
};

const find = async (stylesheet: string) =>
  (
    await diagnose(apiFiles({ "/x": '<xslt in="$body" src="s.xsl"/>' }, { files: { "s.xsl": stylesheet } }))
  ).map(describeDiagnostic);

/** Each entity is many of the one before. */
const laughs = (depth: number, count: number, first: string): string =>
  Array.from({ length: depth }, (_, at) =>
    at === 0 ? `<!ENTITY l0 "${first}">` : `<!ENTITY l${at} "${`&l${at - 1};`.repeat(count)}">`,
  ).join("");

test.each([
  ["a text", '<!ENTITY a "one">', "&a;", "one"],
  ["a character", '<!ENTITY nbsp "&#160;"><!ENTITY nl "&#10;">', "[&nbsp;&nl;]", "[\u00a0\n]"],
  ["others in it", '<!ENTITY a "&b;-&b;"><!ENTITY b "&amp;&#38;amp;">', "&a;", "&&-&&"],
  ["one that nothing asks for", `<!ENTITY a "1">${laughs(10, 10, "x")}`, "&a;", "1"],
  ["many", laughs(5, 10, "x"), "&l4;&l4;", "x".repeat(20_000)],
])("%s", async (_, declarations, body, expected) => {
  expect(await textOf(declaring(declarations, body))).toBe(expected);
});

describe("the build refuses", () => {
  test.each([
    [
      "a billion laughs",
      laughs(10, 10, "laugh"),
      "&l9;",
      "1:1 error FLOW4020 .* its entities expand to more",
    ],
    ["a billion of nothing", laughs(10, 10, ""), "&l9;", "1:1 error FLOW4020 .* its entities expand to more"],
    ["many uses", laughs(2, 3_000, "x"), "&l1;".repeat(500), "1:1 error FLOW4020 .* its entities expand"],
    [
      "parameter entities that multiply",
      Array.from({ length: 6 }, (_, at) =>
        at === 0
          ? `<!ENTITY % p0 "${" ".repeat(100)}">`
          : `<!ENTITY % p${at} "${`&#37;p${at - 1};`.repeat(10)}">`,
      ).join("") + "%p5;".repeat(10),
      "",
      "1:1 error FLOW4020 .* its entities expand to more",
    ],
    ["an entity of itself", '<!ENTITY a "&b;"><!ENTITY b "&a;">', "&a;", "2:\\d+ error FLOW1021"],
    ["entities too deep", laughs(30, 1, "x"), "&l29;", "2:\\d+ error FLOW1021"],
    ["an entity with markup", '<!ENTITY a "<b/>">', "&a;", "2:\\d+ error FLOW1021"],
    ["an entity that holds an unknown one", '<!ENTITY a "&b;">', "&a;", "2:\\d+ error FLOW1021"],
    ["half a reference", '<!ENTITY a "&#38;">', "&a;", "2:\\d+ error FLOW1021"],
    ["a number that is no character", '<!ENTITY a "&#x110000;">', "&a;", "1:1 error FLOW4020 .* malformed"],
    ["such a number behind an entity", '<!ENTITY a "&#38;#x7fffffff;">', "&a;", "2:\\d+ error FLOW1021"],
  ])("%s", async (_, declarations, body, expected) => {
    const started = workTime();
    expect(await find(declaring(declarations, body))).toStrictEqual([
      expect.stringMatching(new RegExp(`^s\\.xsl:${expected}`)),
    ]);
    expect(workTime() - started).toBeLessThan(5000);
  });
});
