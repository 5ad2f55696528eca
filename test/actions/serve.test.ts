/** The `serve` action: what clients get of the files in a directory. */
import type { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { compile } from "../../compiler/index.js";
import type { Input } from "../../compiler/source/files.js";
import { send } from "../support/client.js";
import {
  app,
  describeDiagnostic,
  type Files,
  importApp,
  inputOf,
  scratchDirectory,
  writeFiles,
} from "../support/compile.js";
import type { Exchange } from "../support/exchanges/exchange.js";
import { compareResponse, type Expected } from "../support/samples.js";

const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff, 0xfe, 0x0a]);
const home = "<!DOCTYPE html><title>Home</title><p>Grüße\r\n";

const htdocs: Files = {
  "htdocs/index.html": home,
  "htdocs/styles.css": "body { color: teal }\n",
  "htdocs/script.js": "document.title += '!';\n",
  "htdocs/data.json": `{ "name": "Ada" }`,
  "htdocs/empty.txt": "",
  "htdocs/letters.txt": "abcdefghij",
  "htdocs/LICENSE": "Free.",
  "htdocs/picture.PNG": picture,
  "htdocs/old.html": new Uint8Array([0x3c, 0x70, 0x3e, 0xe9]),
  "htdocs/two words/straße & co.txt": "found",
  "htdocs/__proto__/constructor": "ordinary",
  "htdocs/shop/index.html": "<p>Shop",
  "htdocs/no-index/page.html": "<p>Page",
  "htdocs/.well-known/security.txt": "Contact: mailto:security@example.com",
};

const site = (serve: string, files: Files = {}): Files => ({
  "swagger.yaml": JSON.stringify({ swagger: "2.0", basePath: "/api", paths: {} }),
  "conf/flow.xml": `<flow>${serve}</flow>`,
  "secret.txt": "secret",
  ...htdocs,
  ...files,
});

/** Tests the answers of a site. */
function exchanges(title: string, files: Files, list: readonly Exchange[]): void {
  describe(title, () => {
    let served: Hono;
    beforeAll(async () => {
      served = await app(files);
    });
    test.each(list)("$name", async ({ name: _, request, ...expected }) =>
      compareResponse(await send(served, request), expected),
    );
  });
}

const plain = site(`<serve dir="../htdocs" fallback-doc="/index.html"/>`);

exchanges("a path names a file", plain, [
  {
    name: "with its type",
    request: { path: "/styles.css" },
    text: "body { color: teal }\n",
    headers: { "content-type": "text/css" },
  },
  { name: "in JavaScript", request: { path: "/script.js" }, headers: { "content-type": "text/javascript" } },
  { name: "in JSON", request: { path: "/data.json" }, json: { name: "Ada" } },
  {
    name: "without a suffix",
    request: { path: "/LICENSE" },
    text: "Free.",
    headers: { "content-type": "text/plain" },
  },
  { name: "that is empty", request: { path: "/empty.txt" }, text: "", headers: { "content-length": "0" } },
  {
    name: "that is no text, byte for byte",
    request: { path: "/picture.PNG" },
    headers: { "content-type": "image/png", "content-length": "8" },
    check: ({ bytes }) => expect(bytes).toEqual(picture),
  },
  {
    name: "in another character set than UTF-8, which the type does not deny",
    request: { path: "/old.html" },
    headers: { "content-type": "text/html" },
    check: ({ bytes }) => expect([...bytes]).toEqual([0x3c, 0x70, 0x3e, 0xe9]),
  },
  {
    name: "that is percent-encoded",
    request: { path: "/two%20words/stra%C3%9fe%20%26%20co.txt" },
    text: "found",
  },
  { name: "of a name that objects have", request: { path: "/__proto__/constructor" }, text: "ordinary" },
  { name: "and the query does not matter", request: { path: "/LICENSE", query: "a=b" }, text: "Free." },
  {
    name: "that is well known",
    request: { path: "/.well-known/security.txt" },
    text: "Contact: mailto:security@example.com",
  },
  { name: "whatever the method", request: { method: "POST", path: "/LICENSE" }, text: "Free." },
]);

exchanges("a path names a directory", plain, [
  { name: "the top", request: { path: "/" }, text: home, headers: { "content-type": "text/html" } },
  {
    name: "with its index",
    request: { path: "/shop/" },
    text: "<p>Shop",
    headers: { "content-type": "text/html" },
  },
  {
    name: "without a slash",
    request: { path: "/shop" },
    status: 301,
    text: "",
    headers: { location: "/shop/" },
  },
  {
    name: "with a query",
    request: { path: "/shop", query: "a=b" },
    status: 301,
    headers: { location: "/shop/?a=b" },
  },
  {
    name: "as it was encoded",
    request: { path: "/two%20words" },
    status: 301,
    headers: { location: "/two%20words/" },
  },
  { name: "without an index", request: { path: "/no-index/" }, text: home },
]);

exchanges("a path names nothing", plain, [
  {
    name: "the fallback document",
    request: { path: "/not/existing/" },
    text: home,
    headers: { "content-type": "text/html" },
  },
  { name: "below a file", request: { path: "/LICENSE/" }, text: home },
  { name: "in other letters", request: { path: "/license" }, text: home },
  { name: "a malformed percent-encoding", request: { path: "/LICENSE%" }, text: home },
  { name: "a byte that is no UTF-8", request: { path: "/%ff" }, text: home },
  { name: "an encoded slash", request: { path: "/shop%2Findex.html" }, text: home },
  { name: "an encoded NUL", request: { path: "/LICENSE%00.txt" }, text: home },
  { name: "an inherited name", request: { path: "/constructor" }, text: home },
  { name: "a file beside the directory", request: { path: "/../secret.txt" }, text: home },
  { name: "an encoded way out", request: { path: "/%2e%2e/secret.txt" }, text: home },
  { name: "a twice encoded way out", request: { path: "/%252e%252e/secret.txt" }, text: home },
  { name: "a way out with encoded slashes", request: { path: "/..%2fsecret.txt" }, text: home },
  { name: "a way out with backslashes", request: { path: "/..%5csecret.txt" }, text: home },
  { name: "an absolute path", request: { path: "//etc/passwd" }, text: home },
  {
    name: "another host, which is no redirect",
    request: { path: "//shop" },
    status: 200,
    headers: { location: null },
  },
]);

describe("conditional requests", () => {
  let served: Hono;
  let etag: string;
  let modified: string;
  const ask = (headers: Readonly<Record<string, string>>, method = "GET") =>
    send(served, { path: "/letters.txt", method, headers });

  beforeAll(async () => {
    served = await app(plain);
    const { headers } = await ask({});
    etag = headers.get("etag") ?? "";
    modified = headers.get("last-modified") ?? "";
  });

  test("have validators to go by", () => {
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(modified).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    expect(Math.abs(Date.parse(modified) - Date.now())).toBeLessThan(60_000);
  });

  test("two files have different tags, and two directories with the same file the same", async () => {
    const [other, again] = await Promise.all([
      send(served, { path: "/LICENSE" }),
      send(await app(site(`<serve dir="/htdocs" fallback-doc="index.html"/>`)), { path: "/letters.txt" }),
    ]);
    expect(other.headers.get("etag")).not.toBe(etag);
    expect(again.headers.get("etag")).toBe(etag);
  });

  test("a file that the client has is not sent again", async () => {
    const tagged = [etag, `W/${etag}`, `"a", ${etag}`, `W/"a",W/${etag} `, "*"];
    for (const header of tagged) {
      const response = await ask({ "if-none-match": header });
      expect([header, response.status, response.text]).toEqual([header, 304, ""]);
      expect(response.headers.get("etag")).toBe(etag);
      expect(response.headers.get("content-type")).toBeNull();
      expect(response.headers.get("content-length")).toBeNull();
    }
    expect(await ask({ "if-none-match": etag }, "HEAD")).toMatchObject({ status: 304 });
    expect(await ask({ "if-modified-since": modified })).toMatchObject({ status: 304, text: "" });
    expect(await ask({ "if-modified-since": modified }, "HEAD")).toMatchObject({ status: 304 });
  });

  test.each([
    [{ "if-none-match": '"a"' }],
    [{ "if-none-match": "a" }],
    [{ "if-modified-since": "Sat, 29 Oct 1994 19:43:31 GMT" }],
    [{ "if-modified-since": "Saturday, 29-Oct-94 19:43:31 GMT" }],
    [{ "if-modified-since": "Sat Oct 29 19:43:31 1994" }],
    [{ "if-modified-since": "2999-01-01" }],
    [{ "if-modified-since": "tomorrow" }],
    [{ "if-match": "*" }],
    [{ "if-unmodified-since": "Fri, 01 Jan 2100 00:00:00 GMT" }],
    [{ "if-unmodified-since": "yesterday" }],
  ])("%j does not keep it back", async (headers) => {
    expect(await ask(headers)).toMatchObject({ status: 200, text: "abcdefghij" });
  });

  test("a tag counts more than a date", async () => {
    expect(await ask({ "if-none-match": '"a"', "if-modified-since": modified })).toMatchObject({
      status: 200,
    });
    expect(await ask({ "if-match": etag, "if-unmodified-since": "Sat Oct 29 19:43:31 1994" })).toMatchObject({
      status: 200,
    });
  });

  test.each([
    [{ "if-match": '"a"' }, "GET"],
    [{ "if-unmodified-since": "Sat, 29 Oct 1994 19:43:31 GMT" }, "GET"],
    [{ "if-none-match": "*" }, "POST"],
  ])("%j fails with %s", async (headers, method) => {
    expect(await ask(headers, method)).toMatchObject({ status: 412, text: "" });
  });

  test("a weak tag does not match strongly", async () => {
    expect(await ask({ "if-match": `W/${etag}` })).toMatchObject({ status: 412 });
  });

  test("dates are for GET and HEAD", async () => {
    expect(await ask({ "if-modified-since": modified }, "POST")).toMatchObject({ status: 200 });
  });

  test("If-Range decides whether there is a range", async () => {
    const range = { range: "bytes=0-0" };
    expect(await ask({ ...range, "if-range": etag })).toMatchObject({ status: 206, text: "a" });
    for (const other of ['"a"', `W/${etag}`, modified])
      expect(await ask({ ...range, "if-range": other })).toMatchObject({ status: 200, text: "abcdefghij" });
  });
});

/** A request with this field `Range`, and its response. */
const range = (field: string, expected: Expected, path = "/letters.txt"): Exchange => ({
  name: `${field} of ${path}`,
  request: { path, headers: { range: field } },
  ...expected,
});

const part = (text: string, range: string): Expected => ({
  status: 206,
  text,
  headers: { "content-range": range, "content-length": String(text.length), "content-type": "text/plain" },
});

const whole: Expected = { status: 200, text: "abcdefghij", headers: { "content-range": null } };
const none: Expected = { status: 416, text: "", headers: { "content-range": "bytes */10" } };

exchanges("range requests", plain, [
  range("bytes=0-3", part("abcd", "bytes 0-3/10")),
  range("bytes=4-4", part("e", "bytes 4-4/10")),
  range("bytes=7-", part("hij", "bytes 7-9/10")),
  range("bytes=-2", part("ij", "bytes 8-9/10")),
  range("bytes=-99", part("abcdefghij", "bytes 0-9/10")),
  range("bytes=8-99999999999999999999", part("ij", "bytes 8-9/10")),
  range("BYTES= 1-2", part("bc", "bytes 1-2/10")),
  range("bytes=20-30,1-2", part("bc", "bytes 1-2/10")),
  range("bytes=10-", none),
  range("bytes=-0", none),
  range("bytes=10-11,99-", none),
  range("bytes=3-2", whole),
  range("bytes=", whole),
  range("bytes=-", whole),
  range("bytes=a-b", whole),
  range("bytes=1-2,", whole),
  range("items=0-3", whole),
  range("bytes=0-9,0-9", whole),
  range(`bytes=${Array.from({ length: 33 }, () => "20-").join()}`, whole),
  range("bytes=0-", { status: 200, text: "" }, "/empty.txt"),
  range("bytes=1-2", { status: 206, headers: { "content-type": "image/png" } }, "/picture.PNG"),
  range("bytes=0-1", { status: 206, text: "<!" }, "/not/existing"),
  range("bytes=0-1", { status: 301, headers: { "content-range": null } }, "/shop"),
  {
    name: "are for GET",
    request: { method: "POST", path: "/letters.txt", headers: { range: "bytes=0-3" } },
    ...whole,
  },
]);

test("several ranges are parts of one response", async () => {
  const response = await send(await app(plain), {
    path: "/letters.txt",
    headers: { range: "bytes=0-1, 4-4,-1" },
  });
  const boundary = /^multipart\/byteranges; boundary=([\w-]+)$/.exec(
    response.headers.get("content-type") ?? "",
  )?.[1];
  const parts = [
    ["0-1", "ab"],
    ["4-4", "e"],
    ["9-9", "j"],
  ].map(
    ([at, text]) =>
      `\r\n--${boundary}\r\nContent-Type: text/plain\r\nContent-Range: bytes ${at}/10\r\n\r\n${text}`,
  );
  expect(response.text).toBe(`${parts.join("")}\r\n--${boundary}--\r\n`);
  expect(response.status).toBe(206);
  expect(response.headers.get("content-length")).toBe(String(response.bytes.length));
  expect(response.headers.get("content-range")).toBeNull();
});

exchanges("HEAD", plain, [
  {
    name: "has the fields of GET, and no body",
    request: { method: "HEAD", path: "/letters.txt", headers: { range: "bytes=0-3" } },
    status: 200,
    text: "",
    headers: { "content-type": "text/plain", "content-length": "10", "content-range": null },
  },
  {
    name: "of a directory is a redirect",
    request: { method: "HEAD", path: "/shop" },
    status: 301,
    headers: { location: "/shop/" },
  },
]);

exchanges(
  "the flow goes on",
  site(
    `<serve if="$request/get/main" dir="../htdocs" fallback-doc="/index.html" terminate="false"/>
     <serve if="$request/get/out" dir="../htdocs" fallback-doc="/index.html" out="$file"/>
     <if test="$request/get/out"><template>{ "file": {{ $file }}, "name": {{ $file/json/name }} }</template></if>
     <serve if="$request/get/id" dir="../htdocs" fallback-doc="/index.html" out="fit://request/content/file"/>
     <template if="$request/get/id">{ "shop": {{ content("file")/html/body/p }} }</template>
     <set-response-headers>{ "X-Behind": "yes" }</set-response-headers>`,
  ),
  [
    {
      name: "with the file as main content",
      request: { path: "/styles.css", query: "main=1" },
      text: "body { color: teal }\n",
      headers: { "content-type": "text/css", "x-behind": "yes", etag: null, "last-modified": null },
    },
    {
      name: "with all of it",
      request: { path: "/letters.txt", query: "main=1", headers: { range: "bytes=0-1", "if-match": '"a"' } },
      text: "abcdefghij",
      headers: { "x-behind": "yes" },
    },
    {
      name: "with the text in a variable",
      request: { path: "/letters.txt", query: "out=1" },
      json: { file: "abcdefghij", name: null },
    },
    {
      name: "with the document in a variable",
      request: { path: "/data.json", query: "out=1" },
      check: ({ text }) => expect(text).toContain('"name":"Ada"'),
    },
    {
      name: "after a redirect",
      request: { path: "/shop", query: "main=1" },
      status: 301,
      text: "",
      headers: { location: "/shop/?main=1", "x-behind": "yes" },
    },
    {
      name: "with the file as content of an ID",
      request: { path: "/shop/", query: "id=1" },
      json: { shop: "Shop" },
    },
    { name: "without content if it was not served", request: { path: "/letters.txt" }, text: "" },
  ],
);

exchanges(
  "in a flow of the API",
  {
    ...htdocs,
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      basePath: "/shop",
      "x-flow-init": "init.xml",
      paths: { "/**": { get: { "x-flow": "shop/files.xml" } } },
    }),
    "init.xml": `<flow>
      <set-status code="404"/>
      <set-response-headers>{ "Cache-Control": "max-age=60", "Content-Type": "text/x" }</set-response-headers>
      <template>{ "from": "init" }</template>
    </flow>`,
    "shop/files.xml": `<flow><serve dir="fit://site/htdocs" fallback-doc="not-found.html"/><echo>no</echo></flow>`,
    "shop/not-found.html": "<p>Not found",
  },
  [
    {
      name: "the file overrides what was set before, but for fields of other kinds",
      request: { path: "/shop/index.html" },
      text: "<p>Shop",
      headers: { "cache-control": "max-age=60", "content-type": "text/html" },
    },
    {
      name: "the path is that of the request, with its base path",
      request: { path: "/shop" },
      status: 301,
      text: "",
    },
    {
      name: "the fallback document is relative to the flow",
      request: { path: "/shop/x" },
      text: "<p>Not found",
    },
    { name: "other methods have no flow", request: { method: "POST", path: "/shop/x" }, status: 405 },
  ],
);

describe("the build", () => {
  /** Returns the findings about a site, and its modules, if these files are as large, or cannot be read. */
  const build = async (special: Readonly<Record<string, ReturnType<Input["inspect"]>>>) => {
    const input = inputOf(plain);
    const { modules, diagnostics } = await compile({
      ...input,
      inspect: (path) => special[path] ?? input.inspect(path),
      readBytes: (path) => {
        if (special[path]?.isReadable === false) throw new Error(`${path} was read.`);
        return input.readBytes(path);
      },
    });
    return { modules, findings: diagnostics.map(describeDiagnostic) };
  };
  const sized = (mebibytes: number) => ({ size: mebibytes * 1024 * 1024, isReadable: true });
  const locked = { size: 6, isReadable: false };

  test("warns of files that cannot be read, which are answered with 403", async () => {
    const { modules, findings } = await build({ "htdocs/LICENSE": locked });
    expect(findings).toEqual([
      "conf/flow.xml:1:19 warning FLOW4104 htdocs/LICENSE cannot be read: a request for it is answered with status 403.",
    ]);
    const directory = scratchDirectory("locked");
    writeFiles(directory, modules);
    const response = await send(await importApp(directory), { path: "/LICENSE" });
    compareResponse(response, { status: 403, text: "", headers: { etag: null, "content-type": null } });
  });

  test("does not go without the fallback document", async () => {
    const { modules, findings } = await build({ "htdocs/index.html": locked });
    expect(findings).toContain(
      "conf/flow.xml:1:44 error FLOW4105 The fallback document htdocs/index.html cannot be read.",
    );
    expect(modules).toEqual([]);
  });

  test("warns of many files, and refuses too many", async () => {
    expect((await build({ "htdocs/LICENSE": sized(15) })).findings).toEqual([]);
    expect((await build({ "htdocs/LICENSE": sized(8), "htdocs/data.json": sized(9) })).findings).toEqual([
      "conf/flow.xml:1:19 warning FLOW4103 The files in htdocs are 18 MiB, which each process keeps in memory.",
    ]);
    expect((await build({ "htdocs/LICENSE": sized(64) })).findings).toEqual([
      "conf/flow.xml:1:19 error FLOW4102 The files in htdocs are 65 MiB; they become part of the app, which takes 64 MiB at most.",
    ]);
  });
});
