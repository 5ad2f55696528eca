/**
 * One reading of a request: what was checked is what the flow sees, and what the upstream system behind a proxy reads. Random
 * requests, written in many ways, to an operation that echoes what it sees and to one that passes them on. Whatever is not
 * refused has to be the same in both, and as described, whichever of its readings one takes.
 */
import fc from "fast-check";
import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientRequest, send } from "../support/client.js";
import { app } from "../support/compile.js";
import { flowFile } from "../support/samples.js";
import { type RunningServer, reply, upstream } from "../support/servers.js";

const amount = { type: "integer", minimum: 0, maximum: 100 };
const word = { type: "string", pattern: "^[a-z ]{0,8}$" };
const order = {
  type: "object",
  properties: { amount, word, tags: { type: "array", items: word }, inner: { type: "object" } },
};
const form = {
  schema: { type: "object", properties: { amount, word, tags: { type: "array", items: word } } },
};
const parameter = (place: string, name: string, schema: object, more: object = {}) => ({
  in: place,
  name,
  schema,
  ...more,
});

const operation = {
  parameters: [
    parameter("query", "amount", amount),
    parameter("query", "word", word),
    parameter("query", "tags", { type: "array", items: word }),
    parameter("query", "list", { type: "array", items: amount }, { explode: false }),
    parameter("query", "deep", { type: "object", properties: { amount } }, { style: "deepObject" }),
    parameter("header", "X-Level", amount),
    parameter("cookie", "sid", word),
    parameter("path", "id", word, { required: true }),
  ],
  requestBody: {
    content: {
      "application/json": { schema: order },
      "application/x-www-form-urlencoded": form,
      "multipart/form-data": form,
      "text/plain": { schema: word },
    },
  },
};

interface Sent {
  readonly url: URL;
  readonly headers: readonly string[];
  readonly mediaType: string | undefined;
  readonly bytes: Buffer;
}

let server: RunningServer;
let one: Hono;
let sent: Sent | undefined;

beforeAll(async () => {
  server = await upstream(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    sent = {
      url: new URL(request.url ?? "", "http://upstream.test"),
      headers: request.rawHeaders,
      mediaType: request.headers["content-type"],
      bytes: Buffer.concat(chunks),
    };
    reply(response, 200, "taken");
  });
  one = await app({
    "openapi.json": JSON.stringify({
      openapi: "3.0.3",
      "x-flow-validate": { request: true },
      paths: {
        "/seen/{id}": { post: { ...operation, "x-flow": "seen.xml" } },
        "/sent/{id}": { post: { ...operation, "x-flow": "sent.xml" } },
      },
    }),
    "seen.xml": flowFile(
      `<template>{ "get": {{ $request/get }}, "post": {{ $request/post }}, "cookies": {{ $request/cookies }},
        "params": {{ $request/params }}, "level": {{ $request/headers/x-level }}, "body": {{ $body }} }</template>`,
    ),
    "sent.xml": flowFile(`<proxy-request>${JSON.stringify({ origin: server.url })}</proxy-request>`),
  });
});
afterAll(() => server.stop());

interface Seen {
  readonly get: Readonly<Record<string, string>> | null;
  readonly post: Readonly<Record<string, string>> | null;
  readonly cookies: Readonly<Record<string, string>> | null;
  readonly params: { readonly id: string };
  readonly level: string | null;
  readonly body: unknown;
}

/** What the flow sees and the upstream system gets; `undefined` for a request that is refused. */
async function exchange({
  path = "/x",
  ...request
}: ClientRequest): Promise<{ seen: Seen; sent: Sent } | undefined> {
  sent = undefined;
  const passed = await send(one, { method: "POST", ...request, path: `/sent${path}` });
  const echoed = await send(one, { method: "POST", ...request, path: `/seen${path}` });
  expect([echoed.status, passed.text.slice(0, 200)]).toEqual([passed.status, expect.anything()]);
  if (passed.status === 200) {
    expect(sent).toBeDefined();
    return { seen: echoed.json() as Seen, sent: sent as unknown as Sent };
  }
  expect([400, 415], passed.text).toContain(passed.status);
  expect(passed.json()).toMatchObject({ error: { code: 3204 } });
  expect(sent).toBeUndefined();
  return undefined;
}

const isAmount = (text: string): boolean => /^\d{1,3}(\.0+)?$/.test(text) && Number(text) <= 100;
const isWord = (text: string): boolean => /^[a-z ]{0,8}$/.test(text);

/** All values of a name are as described, and one of them is all that there is, and what the flow sees. */
function expectSingle(values: readonly string[], seen: unknown, isRight: (text: string) => boolean): void {
  expect(values.length).toBeLessThan(2);
  expect(values[0] ?? null).toEqual(seen ?? null);
  expect(values.every(isRight)).toBe(true);
}

function expectAll(values: readonly string[], seen: unknown, isRight: (text: string) => boolean): void {
  expect(values.at(-1) ?? null).toEqual(seen ?? null);
  expect(values.every(isRight)).toBe(true);
}

/** Runs the property on random requests, and tells that enough of them were not refused for it to mean something. */
async function agrees<Made>(
  requests: fc.Arbitrary<Made>,
  toRequest: (made: Made) => ClientRequest,
  compare: (seen: Seen, sent: Sent) => void | Promise<void>,
): Promise<void> {
  let passed = 0;
  const property = fc.asyncProperty(requests, async (made) => {
    const result = await exchange(toRequest(made));
    if (result === undefined) return;
    passed++;
    await compare(result.seen, result.sent);
  });
  await fc.assert(property, { seed: 9, numRuns: runs });
  expect(passed).toBeGreaterThan(runs / 20);
  expect(passed).toBeLessThan(runs);
}

const runs = 100;

/** Mostly what is fine, so that not everything is refused. */
const mostly = (good: readonly string[], odd: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );

const huge = "a".repeat(2000);
const texts = mostly(
  ["5", "100", "abc", "a b", ""],
  [
    "05",
    "+5",
    "5e0",
    "99999",
    "٥",
    "\0",
    "5\0",
    "é",
    huge,
    "9007199254740993",
    "a,b",
    "5,6",
    '"',
    "\u2028",
    "\ufeff5",
  ],
);

/** A text as a query has it: each character as it is, or encoded in one of several ways; or something malformed. */
const encoded = (source: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: source.map((text) => encodeURIComponent(text)) },
    {
      weight: 1,
      arbitrary: source.map((text) => encodeURIComponent(text).replaceAll("%20", "+").toLowerCase()),
    },
    { weight: 1, arbitrary: source.map(everyByte) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "%",
        "%zz",
        "%ff",
        "5%",
        "%c0%b5",
        "%E4",
        "%ed%a0%80",
        "a%20%",
        "5;amount=6",
      ),
    },
  );

const everyByte = (text: string): string =>
  Array.from(Buffer.from(text.slice(0, 100)), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

const names = mostly(
  ["amount", "word", "tags", "tags", "list", "deep[amount]", "other"],
  [
    "Amount",
    "amount ",
    "amount[]",
    "",
    "deep",
    "deep[amount][x]",
    "deep[",
    "__proto__",
    "?amount",
    "amount\0",
    "_charset_",
  ],
);

const pairs = (separators: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        encoded(names),
        fc.constantFrom("=", "=", "=", ""),
        encoded(texts),
        fc.constantFrom(...separators),
      ),
      { maxLength: 3 },
    )
    .map((all) => all.map((parts) => parts.join("")).join(""));

describe("what is checked is what is seen and what is sent", () => {
  test("in a query", async () => {
    const query = fc.tuple(fc.constantFrom("", "", "", "?", "&"), pairs(["&", "&", "&", "&&", ";"]));
    await agrees(
      query,
      ([start, rest]) => ({ query: start + rest }),
      (seen, { url: { searchParams } }) => {
        const all = (name: string): string[] => searchParams.getAll(name);
        expectSingle(all("amount"), seen.get?.amount, isAmount);
        expectSingle(all("word"), seen.get?.word, isWord);
        expectAll(all("tags"), seen.get?.tags, isWord);
        expectSingle(all("list"), seen.get?.list, (text) => text === "" || text.split(",").every(isAmount));
        expectSingle(all("deep[amount]"), seen.get?.["deep[amount]"], isAmount);
        expect([...searchParams.keys()].filter((name) => /^deep\[.*\[/.test(name))).toEqual([]);
      },
    );
  });

  test("in a path", async () => {
    const odd = fc.constantFrom("%2e%2e", "..%2f", "%2E", "a%2fb", "%00", "%ff", "%", "abc%", "%61%ff");
    await agrees(
      fc.oneof(encoded(fc.constantFrom("abc", "x", "a b")), odd),
      (id) => ({ path: `/${id}` }),
      (seen, { url }) => {
        expect(url.pathname.split("/").map((segment) => decodeURIComponent(segment))).toEqual([
          "",
          "sent",
          seen.params.id,
        ]);
        expect(isWord(seen.params.id)).toBe(true);
      },
    );
  });

  test("in a header field", async () => {
    const level = mostly(
      ["5", "100", "7.0"],
      ["05", "+5", "5, 5", "99999", "5,", "é", "", "9007199254740993"],
    );
    await agrees(
      fc.record({
        level,
        name: fc.constantFrom("X-Level", "x-level", "X-LEVEL"),
        connection: fc.constantFrom(undefined, undefined, "x-level", "close, X-Level", "keep-alive"),
      }),
      ({ level: value, name, connection }) => ({
        headers: { [name]: value, ...(connection && { connection }) },
      }),
      (seen, { headers }) => {
        const values = headers.filter(
          (_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === "x-level",
        );
        expectSingle(values, seen.level, isAmount);
      },
    );
  });

  test("in a cookie", async () => {
    const cookie = mostly(
      ["sid=abc", 'sid="abc"', "other=1", "sid=", " sid = a "],
      ["sid=9", 'sid="abc', "SID=9", "$sid=9", "$Version=1", "sid", "=9", "sid=%61", 'o="x', "sid=a\tb"],
    );
    const field = fc.array(cookie, { minLength: 1, maxLength: 3 });
    let crumbs: readonly string[] = [];
    await agrees(
      field,
      (all) => {
        crumbs = all;
        return { headers: { cookie: all.join("; ") } };
      },
      (seen, { headers }) => {
        const values = crumbs
          .filter((crumb) => /^ *sid *=/.test(crumb))
          .map((crumb) => crumb.replace(/^[^=]*=/, ""));
        expectSingle(
          values.map((value) => value.trim().replace(/^"(.*)"$/, "$1")),
          seen.cookies?.sid,
          isWord,
        );
        expect(headers.map((header) => header.toLowerCase())).not.toContain("cookie");
      },
    );
  });
});

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

/** What another program finds in a form, by the platform's own reader; `undefined` where that takes none of it. */
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
