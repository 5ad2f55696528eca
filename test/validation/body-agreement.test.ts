/** As for parameters, what is checked of a body is what a flow sees of it, and what an upstream system reads. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  agrees,
  expectAll,
  expectSingle,
  isAmount,
  isWord,
  type Seen,
  type Sent,
} from "../support/agreement.js";
import type { ClientRequest } from "../support/client.js";
import { huge, mostly, pairs, texts } from "../support/odd-texts.js";

const charsets = mostly(
  ["", "", "; charset=utf-8", '; charset="UTF-8"', "; Charset=utf8"],
  [
    "; charset=utf-16le",
    "; charset=iso-2022-jp",
    "; charset=shift_jis",
    "; charset=ibm037",
    "; charset=iso-8859-1",
    "; charset=",
    "; charset=utf-8; charset=utf-16le",
    "; charset",
    ", text/html",
  ],
);

/** Bytes that do not say what the text says, to those who read them in another way. */
const written = (text: string, way: string): Uint8Array<ArrayBuffer> => {
  const plain = new TextEncoder().encode(text);
  const marked = {
    bom: [0xef, 0xbb, 0xbf],
    utf16: [0xff, 0xfe],
    invalid: [0xff],
    overlong: [0xc0, 0xaf],
    jis: [0x83, 0x5c],
  };
  if (way === "utf16") return new Uint8Array(Buffer.from(text, "utf16le"));
  if (way === "bom") return new Uint8Array([...marked.bom, ...plain]);
  const extra = way in marked ? marked[way as keyof typeof marked] : [];
  const at = Math.floor(plain.length / 2);
  return new Uint8Array([...plain.subarray(0, at), ...extra, ...plain.subarray(at)]);
};

const ways = mostly(["plain", "plain"], ["bom", "utf16", "invalid", "overlong", "jis"]);

interface Body {
  readonly type: string;
  readonly charset: string;
  readonly way: string;
  readonly text: string;
  readonly coding?: string | undefined;
}

const bodies = (types: fc.Arbitrary<string>, text: fc.Arbitrary<string>): fc.Arbitrary<Body> =>
  fc.record({
    type: types,
    charset: charsets,
    way: ways,
    text,
    coding: fc.constantFrom(undefined, undefined, undefined, undefined, "identity", "gzip", "x"),
  });

const bodyRequest = ({ type, charset, way, text, coding }: Body): ClientRequest => ({
  body: written(text, way),
  headers: {
    ...(type !== "" && { "content-type": type + charset }),
    ...(coding && { "content-encoding": coding }),
  },
});

const utf8 = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true }).decode(bytes);

/**
 * Returns the fields that another program finds in a form, by the platform's own reader; `undefined` where
 * that takes none of it.
 */
const formOf = ({ bytes, mediaType }: Sent): Promise<FormData | undefined> =>
  new Response(new Uint8Array(bytes), { headers: { "content-type": mediaType ?? "" } })
    .formData()
    .catch(() => undefined);

/** Node's own reader takes none that is shorter than browsers make them. */
const boundary = `${"-".repeat(20)}0123456789ab`;
const withBoundary = (text: string): string => text.replaceAll("@", boundary);

async function compareForm(seen: Seen, taken: Sent): Promise<void> {
  if (taken.bytes.length === 0) return;
  const read = await formOf(taken);
  if (read === undefined) return;
  const all = (name: string): string[] => read.getAll(name).filter((value) => typeof value === "string");
  expectSingle(all("amount"), seen.post?.amount, isAmount);
  expectSingle(all("word"), seen.post?.word, isWord);
  expectAll(all("tags"), seen.post?.tags, isWord);
}

describe("what is checked of a body is what is seen and what is sent", () => {
  test("of JSON", async () => {
    const value = mostly(
      ["5", "100", "5.0", "1e1", '"abc"', "null", "[]", "{}", '["a","b"]'],
      [
        "05",
        "+5",
        "99999",
        "9007199254740993",
        "1e400",
        '"\\ud800"',
        '{"a":1,"a":2}',
        '[{"a":{"b":1,"\\u0062":2}}]',
        '":"',
        '"\\\\\\":"',
      ],
    );
    const name = mostly(
      ['"amount"', '"word"', '"tags"', '"inner"', '"other"'],
      ['"Amount"', '"\\u0061mount"', '"__proto__"', '""', '"a\\"b"', '"x:y"', "amount"],
    );
    const object = fc
      .array(fc.tuple(name, fc.constantFrom(":", " : ", "\n:"), value), { maxLength: 3 })
      .map((members) => `{${members.map((parts) => parts.join("")).join(",")}}`);
    const types = fc.constantFrom(
      "application/json",
      "application/json",
      "APPLICATION/Json",
      "application/problem+json",
    );
    await agrees(
      bodies(types, fc.oneof({ weight: 4, arbitrary: object }, { weight: 1, arbitrary: value })),
      bodyRequest,
      (seen, { bytes }) => {
        const text = utf8(bytes);
        if (text === "") return;
        const read = JSON.parse(text) as Record<string, unknown>;
        expect(asSeen(seen.body)).toEqual(asSeen(read));
        expect(read).toEqual(expect.objectContaining({}));
        const members = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(
          ([, colon]) => colon !== undefined,
        );
        expect(members).toHaveLength(countMembers(read));
        if ("amount" in read) expect(isAmount(String(read.amount))).toBe(true);
      },
    );
  });

  test("of an encoded form", async () => {
    await agrees(
      bodies(fc.constantFrom("application/x-www-form-urlencoded"), pairs(["&", "&", "&", "&&", ";"])),
      bodyRequest,
      compareForm,
    );
  });

  test("of a form in parts", async () => {
    const disposition = mostly(
      ["Content-Disposition: form-data; "],
      [
        "content-disposition:form-data;",
        "Content-Disposition: attachment; ",
        "Content-Disposition : form-data; ",
        "X: y\r\nContent-Disposition: form-data; ",
        "Content-Type: text/plain; charset=utf-16le\r\nContent-Disposition: form-data; ",
        "Content-Transfer-Encoding: base64\r\nContent-Disposition: form-data; ",
        'Content-Disposition: form-data; name="word"\r\nContent-Disposition: form-data; ',
        "",
      ],
    );
    const label = mostly(
      [
        'name="amount"',
        'name="word"',
        'name="tags"',
        'name="other"',
        'name="tags"',
        'name="file"; filename="a"\r\nContent-Type: image/png',
      ],
      [
        "name=amount",
        'name="amount"; name="word"',
        "name*=utf-8''amount",
        'name="am\\ount"',
        "filename*=utf-8''x; name=\"amount\"",
        'name="Amount"',
        'NAME="amount"',
        'name="word" x',
        'name=";name="amount"',
        'x="',
      ],
    );
    const gap = mostly(["\r\n\r\n"], ["\n\n", "\r\n", "\r\n \r\n\r\n", "\r\r"]);
    const value = mostly(
      ["5", "abc", "", "100"],
      ["05", "99999", "a\n--@\r\n", "5\r\n--@b", "5\r\n--@ \r\n", huge, "\r\n"],
    );
    const part = fc.tuple(disposition, label, gap, value).map((all) => all.join(""));
    const start = mostly(["--@\r\n"], ["\r\n--@\r\n", "x\r\n--@\r\n", "--@\n", "--A\r\n"]);
    const end = mostly(
      ["\r\n--@--\r\n", "\r\n--@--"],
      ["\r\n--@", "\n--@--", "\r\n--@--x", "\r\n--@--\r\n--@\r\n", ""],
    );
    const text = fc
      .tuple(start, fc.array(part, { minLength: 1, maxLength: 3 }), end)
      .map(([first, parts, last]) => withBoundary(first + parts.join("\r\n--@\r\n") + last));
    const types = mostly(
      ["multipart/form-data; boundary=@", 'multipart/form-data; boundary="@"'],
      [
        "multipart/form-data",
        "multipart/form-data; boundary=@; boundary=@b",
        'Multipart/Form-Data; x=";"; boundary=@',
        "multipart/form-data; boundary = @",
      ],
    );
    await agrees(bodies(types.map(withBoundary), text), bodyRequest, compareForm);
  });

  test("of text", async () => {
    const types = fc.constantFrom("text/plain", "text/plain", "TEXT/plain", "", "application/xml");
    await agrees(bodies(types, texts), bodyRequest, (seen, { bytes }) => {
      const read = utf8(bytes);
      expect(seen.body ?? "").toEqual(read);
      expect(isWord(read)).toBe(true);
    });
  });
});

/** As it goes through JSON once more; types that end in `+json` are text in `$body`. */
const asSeen = (value: unknown): unknown => {
  const parsed: unknown = typeof value === "string" && /^[[{"]/.test(value) ? JSON.parse(value) : value;
  return JSON.parse(JSON.stringify(parsed));
};

function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value).reduce((sum: number, each) => sum + countMembers(each), 0);
  return inner + (Array.isArray(value) ? 0 : Object.keys(value).length);
}
