/** The cost of reading fields, in characters looked at, and where it ends. */
import { describe, expect, test } from "vitest";
import { fieldParameters } from "../../runtime/http/field-syntax.js";
import {
  cookieFields,
  FieldLimitError,
  maxFields,
  maxPartHead,
  urlEncodedFields,
} from "../../runtime/http/fields.js";
import { readForm } from "../../runtime/http/form.js";
import { charactersSearched } from "../support/looks.js";

const head = 'Content-Disposition: form-data; name="a"';
const long = "-".repeat(60);

const read = (body: string, boundary = "x") =>
  readForm(new TextEncoder().encode(body), `multipart/form-data; boundary=${boundary}`);

const tried = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(FieldLimitError);
    return undefined;
  }
};

describe("each character of a form is looked at a few times", () => {
  test.each<[string, string, string?]>([
    ["parts without an end of head", "\r\n--x"],
    ["parts with one", `\r\n--x\r\n${head}\r\n\r\n`],
    ["heads that do not end", `\r\n--x\r\n${head}`],
    ["starts of boundaries", "\r\n--"],
    ["boundaries but for their end", `\r\n--${long}`, `${long}x`],
    ["hyphens", "-", `${long}x`],
    ["empty lines", "\r\n\r\n"],
    ["boundaries behind a line feed", "\n--x"],
  ])("%s", (_, piece, boundary = "x") => {
    for (const length of [128 * 1024, 1024 * 1024]) {
      const body = `--${boundary}${piece.repeat(length / piece.length)}`;
      expect(charactersSearched(() => tried(() => read(body, boundary)))).toBeLessThan(8 * length);
    }
  });

  test.each(["&", "a&", "=&", "%", "+", "a=%ff&"])("a query of %s", (piece) => {
    const text = piece.repeat(1024 * 1024);
    expect(charactersSearched(() => tried(() => urlEncodedFields(text)))).toBeLessThan(8 * text.length);
  });

  test.each([";", "a=;", '="', "a=1;"])("cookies of %s", (piece) => {
    const text = piece.repeat(256 * 1024);
    expect(charactersSearched(() => tried(() => cookieFields(text)))).toBeLessThan(8 * text.length);
  });

  test.each([";", ';a="', ';a="";', "; a", ";a=1"])("a media type with %s", (piece) => {
    const text = `a/b${piece.repeat(256 * 1024)}`;
    expect(charactersSearched(() => fieldParameters(text))).toBeLessThan(2 * text.length);
  });
});

describe("more than anybody means is refused", () => {
  const part = `\r\n--x\r\n${head}\r\n\r\n1`;
  const parts = (count: number): string => `--x\r\n${head}\r\n\r\n1${part.repeat(count - 1)}\r\n--x--`;

  test("fields", () => {
    expect(urlEncodedFields("a&".repeat(maxFields))).toHaveLength(maxFields);
    expect(() => urlEncodedFields("a&".repeat(maxFields + 1))).toThrow(FieldLimitError);
    expect(cookieFields("a=1;".repeat(maxFields))).toHaveLength(maxFields);
    expect(() => cookieFields(";".repeat(maxFields + 1))).toThrow(FieldLimitError);
    expect(read(parts(maxFields))?.fields).toHaveLength(maxFields);
    expect(() => read(parts(maxFields + 1))).toThrow(FieldLimitError);
  });

  test("the head of a part", () => {
    const padded = (length: number): string => `--x\r\n${head}\r\na:${" ".repeat(length)}\r\n\r\n1\r\n--x--`;
    const rest = maxPartHead - `\r\n${head}\r\na:`.length;
    expect(read(padded(rest))?.fields).toEqual([{ name: "a", value: "1" }]);
    expect(() => read(padded(rest + 1))).toThrow(FieldLimitError);
  });
});
