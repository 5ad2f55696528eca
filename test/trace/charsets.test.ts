/** Bodies in each character set of the Encoding Standard: what is kept of one makes the bytes that came, or claims nothing. */
import { describe, expect, test } from "vitest";
import { bytesOf, textOf } from "../../bin/recording/body.js";
import { bytesIn } from "../../runtime/http/charset.js";
import { keptBody, type SeenBody, traceBounds } from "../../runtime/observe/trace/kept-message.js";
import { Masks, mask } from "../../runtime/observe/trace/masks.js";

const names =
  "utf-8 ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-8-i iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic gbk gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr utf-16be utf-16le".split(
    " ",
  );

/** Labels that stand for one of them. */
const labels: readonly (readonly [label: string, name: string])[] = [
  ...names.map((name) => [name, name] as const),
  ...[
    ["UTF-16", "utf-16le"],
    ["UTF-16LE", "utf-16le"],
    ["Latin1", "windows-1252"],
    ["US-ASCII", "windows-1252"],
    ["ISO-8859-9", "windows-1254"],
    ["x-sjis", "shift_jis"],
    ["GB2312", "gbk"],
    ["KS_C_5601-1987", "euc-kr"],
  ].map(([label = "", name = ""]) => [label, name] as const),
];

/** Text in a set, with characters beyond ASCII that it has. */
function textIn(name: string, text: string): Buffer {
  if (name.startsWith("utf-16")) {
    const units = Buffer.from(`${text} ж日`, "utf16le");
    return name === "utf-16le" ? units : units.swap16();
  }
  if (name === "utf-8") return Buffer.from(`${text} ж日`);
  const start = Buffer.from(`${text} `);
  if (name === "iso-2022-jp") return Buffer.concat([start, Buffer.from("\x1b$BF|K\\\x1b(B")]);
  const single = [...(bytesIn(name)?.values() ?? [])].filter((byte) => byte > 0xa0);
  if (single.length > 0) return Buffer.concat([start, Uint8Array.from(single)]);
  const decoder = new TextDecoder(name, { fatal: true });
  const isOne = (...bytes: number[]): boolean => {
    try {
      const [character = ""] = [...decoder.decode(Uint8Array.from(bytes))];
      return character > "\xa0" && [...decoder.decode(Uint8Array.from(bytes))].length === 1;
    } catch {
      return false;
    }
  };
  const high = Array.from({ length: 0x5f }, (_, index) => 0xa0 + index);
  const pairs = high.flatMap((lead) => (isOne(lead, 0xa1 + (lead % 60)) ? [lead, 0xa1 + (lead % 60)] : []));
  return Buffer.concat([start, Uint8Array.from(pairs)]);
}

const keptOf = (label: string, bytes: Uint8Array, masks = new Masks(), more: Partial<SeenBody> = {}) =>
  keptBody(
    [["content-type", `text/plain; charset=${label}`]],
    { bytes, length: bytes.length, ...more },
    masks,
    traceBounds,
  );

describe("a body", () => {
  test.each(labels)("in %s without secrets is kept byte for byte", (label, name) => {
    const bytes = textIn(name, "nothing");
    const body = keptOf(label, bytes);
    expect(Buffer.from(bytesOf(body)).toString("hex")).toBe(bytes.toString("hex"));
    expect(body && textOf(body)).toMatch(/^nothing ./);
    const shown = keptOf(label, bytes, new Masks(undefined, true));
    expect(Buffer.from(bytesOf(shown)).toString("hex")).toBe(bytes.toString("hex"));
  });

  test.each(labels)("in %s with a secret has all but that in this set, or is hidden", (label, name) => {
    const bytes = textIn(name, "password=hunter22&a=");
    const body = keptOf(label, bytes);
    expect(JSON.stringify(body)).not.toMatch(/hunter22/);
    if (body?.isHidden) expect(body).toMatchObject({ text: mask });
    else expect(keptOf(label, bytesOf(body))?.text).toBe(body?.text);
    expect(bytesOf(body).length).toBeLessThan(bytes.length);
  });

  test("whose last character is half there is no text in UTF-8, unless more of it was cut off", () => {
    const half = Buffer.from("text é").subarray(0, -1);
    expect(keptOf("utf-8", half)).toMatchObject({ isHidden: true });
    expect(keptOf("utf-8", half, undefined, { length: 99 })).toMatchObject({ text: "text ", isCut: true });
  });
});

test("of a form, a part in another set is hidden: the form is sent again in UTF-8", () => {
  const part = (head: string, content: string): string =>
    `--b\r\ncontent-disposition: form-data; name="${head}\r\n\r\n${content}\r\n`;
  const form = `${part('a"', "plain")}${part('b"\r\ncontent-type: text/plain; charset=latin1', "\xe9")}--b--\r\n`;
  const bytes = Buffer.from(form, "latin1");
  const body = keptBody(
    [["content-type", "multipart/form-data; boundary=b"]],
    { bytes, length: bytes.length },
    new Masks(),
    traceBounds,
  );
  expect(body).toEqual({ text: form.replace("\xe9", mask), bytes: bytes.length });
});

test.each([
  ["image/png", "\x89PNG"],
  ["image/jpeg", "\xff\xd8\xff\xe0"],
  ["image/png", "\x89PNG\r\n\x1a\n\0\0"],
])("the first bytes of %s are no text, however few came", (type, start) => {
  const bytes = Buffer.from(start, "latin1");
  for (const masks of [new Masks(), new Masks(undefined, true)])
    expect(keptBody([["content-type", type]], { bytes, length: 5_000 }, masks, traceBounds)).toEqual({
      base64: bytes.toString("base64"),
      bytes: 5_000,
      isCut: true,
    });
});

test("a text that begins as pictures do is looked into", () => {
  const bytes = Buffer.from("BM password=hunter22");
  const body = keptBody(
    [["content-type", "image/bmp"]],
    { bytes, length: bytes.length },
    new Masks(),
    traceBounds,
  );
  expect(body).toMatchObject({ isHidden: true });
});
