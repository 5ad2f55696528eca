import { describe, expect, test } from "vitest";
import { readBytes } from "../../runtime/http/body-bytes.js";
import { splitUrl } from "../../runtime/http/client-url.js";
import { fieldsToObject, parseCookies, urlEncodedFields } from "../../runtime/http/fields.js";
import { readForm } from "../../runtime/http/form.js";
import { CharsetError, decode, decodeXml } from "../../runtime/http/media-type.js";
import { timestamp } from "../../runtime/observe/logs/log.js";
import { compileRoute, pathParameters } from "../../runtime/request/route.js";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("splitUrl", () => {
  test.each([
    ["http://h/p", { host: "h", port: "80", path: "/p", query: undefined }],
    ["https://h/p?q", { host: "h", port: "443", path: "/p", query: "q" }],
    ["http://h:8080/p/q?a=b?c", { host: "h", port: "8080", path: "/p/q", query: "a=b?c" }],
    ["http://h/?/x", { host: "h", port: "80", path: "/", query: "/x" }],
    ["http://h?a=/b", { host: "h", port: "80", path: "/", query: "a=/b" }],
    ["http://h", { host: "h", port: "80", path: "/", query: undefined }],
    ["http://h/p?", { host: "h", port: "80", path: "/p", query: undefined }],
    ["http://[::1]:81/p", { host: "[::1]", port: "81", path: "/p", query: undefined }],
    ["http://[::1]/p", { host: "[::1]", port: "80", path: "/p", query: undefined }],
    ["http://u:p@h:1/a%20b", { host: "h", port: "1", path: "/a%20b", query: undefined }],
  ])("%s", (url, parts) => expect(splitUrl(url)).toEqual({ url, ...parts }));

  test("leaves a fragment out", () => {
    expect(splitUrl("http://h/p?q#f/g?h")).toMatchObject({ url: "http://h/p?q", path: "/p", query: "q" });
    expect(splitUrl("http://h/p#f?g")).toMatchObject({ url: "http://h/p", path: "/p", query: undefined });
  });
});

describe("parseCookies", () => {
  test.each([
    ["a=b; c=d", { a: "b", c: "d" }],
    ["a=b;c=d", { a: "b", c: "d" }],
    ["a=b=c==", { a: "b=c==" }],
    ['a="b c"; d="; e=""', { a: "b c", d: '"', e: "" }],
    ["a=1; a=2", { a: "1" }],
    ["flag; a=1; =2; ;", { a: "1" }],
    ["a=%20", { a: "%20" }],
    ["constructor=1; toString=2", { constructor: "1", toString: "2" }],
  ])("%s", (field, cookies) => expect({ ...parseCookies(field) }).toEqual(cookies));

  test("a cookie may be named __proto__", () => {
    expect(Object.entries(parseCookies("__proto__=1; __proto__=2"))).toEqual([["__proto__", "1"]]);
  });
});

describe("urlEncodedFields", () => {
  test.each([
    ["a=1&a=2", [["a", "2"]]],
    ["a+b=c+d%20e", [["a b", "c d e"]]],
    [
      "a=%zz&b=%",
      [
        ["a", "%zz"],
        ["b", "%"],
      ],
    ],
    [
      "a&b=&=c&&",
      [
        ["a", ""],
        ["b", ""],
        ["", "c"],
      ],
    ],
    [
      "__proto__=1&constructor=2",
      [
        ["__proto__", "1"],
        ["constructor", "2"],
      ],
    ],
    ["a=%E2%82%AC", [["a", "€"]]],
  ])("%s", (text, pairs) => expect(Object.entries(fieldsToObject(urlEncodedFields(text)))).toEqual(pairs));
});

describe("readForm", () => {
  const parseForm = (body: Uint8Array<ArrayBuffer>, mediaType: string | undefined) => {
    const form = readForm(body, mediaType);
    return form && fieldsToObject(form.fields);
  };
  const multipart = (body: string, boundary = "xyz") =>
    Object.entries(parseForm(bytes(body), `multipart/form-data; boundary=${boundary}`) ?? {});
  const field = (head: string, value: string) => `--xyz\r\n${head}\r\n\r\n${value}\r\n`;
  const named = (name: string) => `Content-Disposition: form-data; name="${name}"`;

  test("reads text fields and passes files over", () => {
    const body =
      field(named("a"), "1") +
      field(`${named("file")}; filename="x.txt"\r\nContent-Type: text/plain`, "secret") +
      field(named("__proto__"), "ä\r\n--xy\r\nrest") +
      field("content-disposition: FORM-DATA; NAME=bare", "") +
      `${field(named("q%22%0D%0A%41"), "2")}--xyz--\r\nepilogue`;
    expect(multipart(body)).toEqual([
      ["a", "1"],
      ["__proto__", "ä\r\n--xy\r\nrest"],
      ["bare", ""],
      ['q"\r\n%41', "2"],
    ]);
  });

  test("reads a field in its own character set", () => {
    const head = bytes(`--xyz\r\n${named("a")}\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n`);
    const body = new Uint8Array([...head, 0xe4, ...bytes("\r\n--xyz--")]);
    expect(parseForm(body, 'multipart/form-data; boundary="xyz"')).toEqual({ a: "ä" });
  });

  test.each([
    ["an empty body", ""],
    ["no boundary in it", "hello"],
    ["a part that does not end", `--xyz\r\n${named("a")}\r\n\r\n1`],
    ["a part without a head", "--xyz\r\n1\r\n--xyz--"],
    ["a part without a name", field("Content-Type: text/plain", "1")],
  ])("finds nothing in %s", (_, body) => expect(multipart(body)).toEqual([]));

  test("is no form without a boundary, or of another type", () => {
    expect(parseForm(bytes("a=1"), "multipart/form-data")).toBeUndefined();
    expect(parseForm(bytes("a=1"), "text/plain")).toBeUndefined();
    expect(parseForm(bytes("a=1"), undefined)).toBeUndefined();
  });
});

describe("media types", () => {
  test.each([
    ["text/plain", "ä"],
    ["text/plain; charset=UTF-8", "ä"],
    ['text/plain; a=b; Charset="iso-8859-1"', "Ã¤"],
    ["text/plain; charset=none-such", "ä"],
    [undefined, "ä"],
  ])("decode in %s", (type, text) => expect(decode(new Uint8Array([0xc3, 0xa4]), type)).toBe(text));
});

describe("decodeXml", () => {
  const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  const utf16 = (text: string) => new Uint8Array(Uint16Array.from(text, (one) => one.charCodeAt(0)).buffer);
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>ä</a>`;

  test.each([
    ["as UTF-8, if nothing says otherwise", new TextEncoder().encode("<a>ä</a>"), "text/xml", "<a>ä</a>"],
    ["as the XML declaration says", latin1(declared("ISO-8859-1")), "text/xml", declared("ISO-8859-1")],
    ["as the media type says first", latin1(declared("UTF-8")), "text/xml;charset=latin1", declared("UTF-8")],
    ["by its byte order mark", utf16(`\ufeff${declared("UTF-16")}`), "text/xml", declared("UTF-16")],
    [
      "as UTF-8, if the declaration cannot be true",
      latin1("<?xml version='1.0' encoding='UTF-16'?><a/>"),
      "text/xml",
      "<?xml version='1.0' encoding='UTF-16'?><a/>",
    ],
    [
      "as UTF-8, if the encoding is unknown",
      latin1("<?xml version='1.0' encoding='x'?><a/>"),
      "text/xml",
      "<?xml version='1.0' encoding='x'?><a/>",
    ],
  ])("reads XML %s", (_, bytes, type, text) => expect(decodeXml(bytes, type)).toBe(text));

  test.each([
    [latin1("<a>ä</a>"), "text/xml", "utf-8"],
    [latin1("<a>ä</a>"), "text/xml; charset=x", "utf-8"],
    [latin1(declared("Shift_JIS")), "text/xml", "shift_jis"],
    [utf16("\ufeff<a>\ud800</a>"), "text/xml", "utf-16le"],
  ])("refuses %s as %s", (bytes, type, charset) =>
    expect(() => decodeXml(bytes, type)).toThrow(new CharsetError(`The bytes are no text in ${charset}.`)),
  );
});

describe("routes", () => {
  test.each([
    ["/u/{id}", "/u/7", { id: "7" }],
    ["/u/{a}/x/{b}", "/u/1/x/2", { a: "1", b: "2" }],
    ["/u/{a}", "/u/x%20%C3%A4%2Fy+z", { a: "x ä/y+z" }],
    ["/u/{a}", "/u/%zz%ff%41", { a: "%zz%ff%41" }],
    ["/f/{name}.{ext}", "/f/a.tar.gz", { name: "a.tar", ext: "gz" }],
    ["/f/v{major}-{minor}.x", "/f/v1-2-3.x", { major: "1-2", minor: "3" }],
    ["/f/{a}{b}", "/f/xyz", { a: "xy", b: "z" }],
    ["/f/{name}.{ext}", "/f/none", {}],
    ["/f/v{n}", "/f/w1", {}],
  ])("parameters of %s in %s", (pattern, path, parameters) => {
    expect({ ...pathParameters(compileRoute("/api", pattern), `/api${path}`) }).toEqual(parameters);
  });

  test("a parameter may be named __proto__", () => {
    const parameters = pathParameters(compileRoute("", "/{__proto__}/{constructor}"), "/1/2") ?? {};
    expect(Object.entries(parameters)).toEqual([
      ["__proto__", "1"],
      ["constructor", "2"],
    ]);
  });

  test("a long segment takes no more time than its length", () => {
    const route = compileRoute("", "/{a}.{b}.{c}.{d}.x");
    const started = performance.now();
    expect({ ...pathParameters(route, `/${".".repeat(200_000)}`) }).toEqual({});
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe("timestamp", () => {
  const inZone = (zone: string, time: number) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      return timestamp(time);
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  };
  test.each([
    ["UTC", 46, 7, "2020-05-19T16:27:46.007+00:00"],
    ["Europe/Berlin", 47, 99, "2020-05-19T18:27:47.099+02:00"],
    ["America/St_Johns", 48, 999, "2020-05-19T13:57:48.999-02:30"],
    ["Asia/Kathmandu", 49, 0, "2020-05-19T22:12:49.000+05:45"],
  ])("in %s", (zone, second, fraction, expected) => {
    const time = Date.UTC(2020, 4, 19, 16, 27, second, fraction);
    expect([inZone(zone, time), inZone(zone, time)]).toEqual([expected, expected]);
  });
});

describe("readBytes", () => {
  const streamOf = (...chunks: string[]) => new Response(new Blob(chunks.map(bytes))).body;

  test("joins what comes", async () => {
    expect(await readBytes(streamOf("ab", "", "c"), 3)).toEqual(bytes("abc"));
    expect(await readBytes(null, 3)).toEqual(bytes(""));
  });

  test("stops when it is too much", async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        controller.enqueue(bytes("0123456789"));
      },
    });
    expect(await readBytes(endless, 25)).toBeUndefined();
    expect(pulled).toBeLessThan(6);
  });
});
