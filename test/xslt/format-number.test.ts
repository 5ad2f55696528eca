/** `format-number()`; libxslt decides where the pictures of JDK 1.1 are vague. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DecimalFormat, defaultDecimalFormat } from "../../runtime/xslt/decimal-format.js";
import { formatNumber } from "../../runtime/xslt/format-number.js";
import { settings } from "../differential/settings.js";
import { expectLinear } from "../support/growth.js";
import { needing } from "../support/needs.js";
import { sheet, transformed, xsltproc } from "./xsltproc.js";

type Call = readonly [value: number, picture: string];

const pinned: readonly (readonly [value: number, picture: string, expected: string])[] = [
  [1.54, "0.00", "1.54"],
  [1234567.891, "#,##0.00", "1,234,567.89"],
  [0, "#", "0"],
  [0, "#.##", "0"],
  [0.5, "#.##", "0.5"],
  [0.5, ".##", ".5"],
  [0, ".##", ".0"],
  [5, "0.", "5."],
  [5, "000", "005"],
  [1234, "0,00", "12,34"],
  [0.256, "0%", "26%"],
  [0.256, "%0.0", "%25.6"],
  [0.0256, "0‰", "26‰"],
  [-5, "0", "-5"],
  [-5, "0;(0)", "(5)"],
  [5, "0;(0)", "5"],
  [-5, "a0b;c0d", "c5d"],
  [-0.001, "0", "-0"],
  [-0, "0", "0"],
  [2.5, "0", "3"],
  [-2.5, "0", "-3"],
  [1.005, "0.00", "1.00"],
  [5, "$0.00 USD", "$5.00 USD"],
  [5, "'#0", "#5"],
  [5, "'#'0", "#05"], // each quote is for one character
  [Number.NaN, "0", "NaN"],
  [Number.POSITIVE_INFINITY, "0%", "Infinity"],
  [Number.NEGATIVE_INFINITY, "(0)", "-Infinity"],
  [1e15, "#,###", "1,000,000,000,000,000"],
  [1e-7, "0.0000000", "0.0000001"],
];

/** The largest numbers have digits that libxslt gets wrong. */
const exact: typeof pinned = [
  [123456789012345680, "#,##0", "123,456,789,012,345,680"],
  [1e21, "0", "1000000000000000000000"],
];

const malformed = ["0#", "0.#0", "0%%", "%0%", "0x0", "0'", "0.0.0"];

const european: DecimalFormat = {
  ...defaultDecimalFormat,
  decimalSeparator: ",",
  groupingSeparator: ".",
  infinity: "INF",
  minusSign: "−",
  nan: "none",
};
const odd: DecimalFormat = {
  ...defaultDecimalFormat,
  percent: "p",
  perMille: "m",
  digit: "n",
  zeroDigit: "a",
  patternSeparator: "|",
};

describe("format-number()", () => {
  test.each([...pinned, ...exact])("%d as %s is %s", (value, picture, expected) => {
    expect(formatNumber(value, picture, defaultDecimalFormat)).toBe(expected);
  });

  test("with the characters of xsl:decimal-format", () => {
    expect(formatNumber(-1234.5, "#.##0,00", european)).toBe("−1.234,50");
    expect(formatNumber(Number.NaN, "0", european)).toBe("none");
    expect(formatNumber(Number.NEGATIVE_INFINITY, "0", european)).toBe("−INF");
    expect(formatNumber(-0.123, "nap|(nap)", odd)).toBe("(bcp)");
    const arabic = { ...defaultDecimalFormat, zeroDigit: "٠" };
    expect(formatNumber(1907.25, "#,٠٠٠.٠٠", arabic)).toBe("١,٩٠٧.٢٥");
  });

  test.each(malformed)("%s is malformed", (picture) => {
    expect(formatNumber(-1.25, picture, defaultDecimalFormat)).toBe("-1.25");
  });

  test("a long picture, and one with many digits behind the separator", () => {
    expect(formatNumber(1, `#,${"0".repeat(200_000)}`, defaultDecimalFormat).length).toBe(200_000);
    expect(formatNumber(1, `${"0".repeat(200_000)},0`, defaultDecimalFormat).length).toBe(400_001);
    expect(formatNumber(0.1, `0.${"0".repeat(400)}`, defaultDecimalFormat)).toBe(`0.1${"0".repeat(399)}`);
    expectLinear((size) => {
      formatNumber(1, `#,${"0".repeat(size)}`, defaultDecimalFormat);
      formatNumber(1, `${"0".repeat(size)},0`, defaultDecimalFormat);
    }, 20_000);
  });
});

describe("libxslt", needing(xsltproc), () => {
  test("agrees on chosen numbers", () => {
    expect(reference(pinned.map(([value, picture]) => [value, picture]))).toEqual(
      pinned.map(([, , expected]) => expected),
    );
    expect(reference(malformed.map((picture) => [-1.25, picture]))).toEqual(malformed.map(() => "-1.25"));
  });

  test("agrees on generated numbers", () => {
    const part = (...characters: string[]) => fc.array(fc.constantFrom(...characters), { maxLength: 4 });
    const picture = fc
      .tuple(
        part("x", "'", "#", "%", " "),
        part("#", "#", "#", ",", "0"),
        part("0", ",", "0", "%"),
        fc.constantFrom("", ".", "."),
        part("0", "0", "#", ","),
        part("#", "%", "‰", "x", "'", ","),
        fc.constantFrom([], [], [";", "(", "0", ")"], [";"], [";", "-", "0", "%"], [";", "y", "#", "."]),
      )
      .map((parts) => parts.flat().join(""));
    const number = fc.oneof(
      fc.integer({ min: -10_000_000, max: 10_000_000 }),
      fc.integer({ min: -100_000, max: 100_000 }).map((one) => one / 1000),
      fc.constantFrom(0, 0.5, 1.5, -0.5, 99.95, 0.001),
    );
    for (const calls of fc.sample(
      fc.array(fc.tuple(number, picture), { minLength: 300, maxLength: 300 }),
      settings(10),
    )) {
      const ours = calls.map(([value, one]) => formatNumber(value, one, defaultDecimalFormat));
      const theirs = reference(calls);
      const compared = (texts: readonly string[]) => calls.map((call, index) => [...call, texts[index]]);
      expect(compared(ours)).toEqual(compared(theirs));
    }
  });
});

function reference(calls: readonly Call[]): readonly string[] {
  const input = calls.map(([value, picture]) => `<c n="${value}" p="${picture.replaceAll("&", "&amp;")}"/>`);
  const format = `<xsl:template match="/"><xsl:for-each select="//c"><xsl:choose>
    <xsl:when test="@n = 'Infinity'"><xsl:value-of select="format-number(1 div 0, @p)"/></xsl:when>
    <xsl:when test="@n = '-Infinity'"><xsl:value-of select="format-number(-1 div 0, @p)"/></xsl:when>
    <xsl:otherwise><xsl:value-of select="format-number(@n, @p)"/></xsl:otherwise>
  </xsl:choose><xsl:text>␞</xsl:text></xsl:for-each></xsl:template>`;
  const text = transformed(sheet(`<xsl:output method="text"/>${format}`), `<r>${input.join("")}</r>`);
  return text.toString("utf8").split("␞").slice(0, -1);
}
