/** Formats of our own in place of Ajv's: the same verdicts, at a cost that grows with the text. */
import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formats } from "../../runtime/validation/formats/formats.js";

type Name = "uri" | "uri-reference" | "url" | "hostname" | "ipv6" | "duration" | "byte" | "regex";

const verdict = (of: Readonly<Record<string, unknown>>, name: Name, text: string): boolean => {
  const format = of[name];
  return format instanceof RegExp ? format.test(text) : (format as (text: string) => boolean)(text);
};

/** Pieces that texts of a format are made of, and some that do not belong there. */
const pieces: Readonly<Record<Name, readonly string[]>> = {
  uri: [
    ..."aZ09:/?#[]@%\"'&=.-_~+ ^é",
    "http:",
    "//",
    "%4f",
    "%g1",
    "[::1]",
    "[v1.a]",
    "[1:2::3.4.5.6]",
    "u:p@",
    ":80",
  ],
  "uri-reference": [
    ...'aZ:/?#[]@%"& \\',
    "http:",
    "//",
    "%4f",
    "%4",
    "[::1]",
    "[V1f.:]",
    "[::",
    "u@",
    ":8",
    "../",
  ],
  url: [
    ..."a0-.:/@ é\u212a",
    "http://",
    "ftp://",
    "HTTPS://",
    "10.0.0.1",
    "8.8.8.8",
    "172.20.1.1",
    ".com",
    "a-b",
    ":80",
    "?#",
    "@b.co",
  ],
  hostname: [..."a0-._ Z", "ab.", "x".repeat(63), `${"y".repeat(61)}.`],
  ipv6: [..."f0:.", "::", "1234:", "1.2.3.4", "255", ":ffff:"],
  duration: [..."PYMDTHSW0 ", "P1", "1D", "T2", "12W"],
  byte: [..."Aa0+/=- ", "AAAA", "AA==", "AAA="],
  regex: [..."()[]*+?|\\a1{}^$", "(?<n>", "\\Z", "(?="],
};

describe("Formats have the verdicts of Ajv", () => {
  test.each(Object.keys(pieces) as Name[])("%s", (name) => {
    const texts = fc.array(fc.constantFrom(...pieces[name]), { maxLength: 12 }).map((list) => list.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        expect(verdict(formats, name, text)).toBe(verdict(fullFormats, name, text));
      }),
      { numRuns: 20_000, seed: 7 },
    );
  });

  test.each<[Name, string]>([
    ["uri", "http://user:pw@[::1]:80/a?b#c"],
    ["uri", "urn:isbn:1"],
    ["uri", "mailto:a@b.c"],
    ["uri", "a:/"],
    ["uri-reference", ""],
    ["uri-reference", "//[v1.x]/a"],
    ["uri-reference", "../a b"],
    ["url", "http://a@b:c@example.com:8080/x@y"],
    ["url", "https://例え.テスト"],
    ["url", "http://10.1.1.1"],
    ["hostname", "a".repeat(64)],
    ["hostname", `${"a.".repeat(126)}a.`],
    ["hostname", `${"a.".repeat(127)}a`],
    ["ipv6", "1111:2222:3333:4444:5555:6666:255.255.255.255"],
    ["duration", "P1Y2M3DT4H5M6S"],
    ["duration", "P"],
    ["duration", "PT"],
    ["byte", ""],
  ])("%s of %s", (name, text) => {
    expect(verdict(formats, name, text)).toBe(verdict(fullFormats, name, text));
  });
});

describe("Where they differ", () => {
  test("each line of base64 has to be right, not any of them", () => {
    expect(verdict(fullFormats, "byte", "!\nAAAA")).toBe(true);
    expect(verdict(formats, "byte", "!\nAAAA")).toBe(false);
    expect(verdict(formats, "byte", "AAAA\r\nAA==\n")).toBe(true);
  });

  test("a regular expression is at most 10,000 characters long", () => {
    expect(verdict(formats, "regex", "a".repeat(10_000))).toBe(true);
    expect(verdict(formats, "regex", "a".repeat(10_001))).toBe(false);
  });
});
