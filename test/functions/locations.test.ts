import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClientResponse } from "../support/client.js";
import { compileFiles, describeDiagnostic, diagnose } from "../support/compile.js";
import { findings } from "../support/findings.js";
import { apiFiles, samples } from "../support/samples.js";
import { type RunningServer, reply, upstream } from "../support/servers.js";
import { value } from "./value.js";

/** JSON, JSON without saying so, and XML. */
let server: RunningServer;

beforeAll(async () => {
  server = await upstream((request, response) => {
    if (request.url === "/xml") reply(response, 200, "<a><b>1</b></a>", { "content-type": "text/xml" });
    else reply(response, 200, `{ "a": [1, 2] }`, { "content-type": request.url?.slice(1) ?? "" });
  });
  process.env.UPSTREAM = server.url;
});
afterAll(async () => {
  delete process.env.UPSTREAM;
  await server.stop();
});

const request = (path: string, id: string) =>
  `<request content="${id}">{ "url": {{ concat($env/UPSTREAM, "/${path}") }} }</request>`;
const template = (...expressions: string[]) =>
  `<template>[ ${expressions.map((one) => `{{ ${one} }}`).join(", ")} ]</template>`;

samples("json-doc of content", {
  "main content, and a response": {
    flow: `${request("application/json", "a")}<template>{ "b": "c" }</template>${template(
      "json-doc('fit://request/content')/b",
      "json-doc('fit://request/content/a')/a/value[2]",
      "json-doc('fit://request/content/none')",
      "name(json-doc('fit://request/content/a'))",
    )}`,
    json: ["c", 2, null, "json"],
  },
  "whatever its media type is": {
    flow: `${request("text/plain", "a")}${request("xml", "b")}${template(
      "json-doc('fit://request/content/a')/a/value[2]",
      "json-doc('fit://request/content/b')",
    )}`,
    json: [2, null],
  },
  "is the same document each time": {
    flow: `<template>{ "b": "c" }</template>${template(
      "count(json-doc('fit://request/content') | json-doc('fit://request/content'))",
    )}`,
    json: [1],
  },
});

samples("json-doc of the client's request body", {
  JSON: {
    flow: template("json-doc('fit://request/request/body')/user"),
    request: { json: { user: "fred" } },
    json: ["fred"],
  },
  "JSON in a text": {
    flow: template("json-doc('fit://request/request/body')/user", "$body"),
    request: { body: `{ "user": "fred" }`, headers: { "content-type": "text/plain" } },
    json: ["fred", `{ "user": "fred" }`],
  },
  "no JSON, and no body": {
    flow: template("json-doc('fit://request/request/body')"),
    request: { body: "user=fred" },
    json: [null],
  },
  "stays when $body is overwritten": {
    flow: `<eval out="$body">1</eval>${template("json-doc('fit://request/request/body')")}`,
    request: { json: 5 },
    json: [5],
  },
});

const files = {
  "user.json": "{}",
  "conf/list.json": "[]",
  "conf/local.xml": `<?xml version="1.0"?><conf xmlns:o="urn:o"><dump/><o:a>1</o:a><list><i>1</i><i>2</i></list></conf>`,
};

samples(
  "fit-document",
  [
    value("fit-document('fit://site/conf/local.xml')/conf/list/i[2]", "2"),
    value("fit-document('conf/local.xml')/conf/o:a", "1"),
    value("fit-document('/conf/../conf/local.xml')//i", "1"),
    value("count(fit-document('conf/local.xml') | fit-document('fit://site/conf/local.xml'))", 1),
    value("name(fit-document('conf/local.xml')/*)", "conf"),
    {
      ...value("count(fit-document('conf/none.xml')/conf/*)", 0),
      check: ({ log }) => expect(log).toStrictEqual([]),
    },
    {
      ...value("fit-document('http://example.com/a.xml')", null),
      check: ({ log }) => expect(log).toMatchObject([{ topic: "fit-document" }]),
    },
    {
      name: "in a condition",
      flow: `<echo if="fit-document('fit://site/conf/local.xml')/conf/dump">dumped</echo>`,
      text: "dumped",
    },
    {
      name: "of content is what content() is",
      flow: `${request("xml", "a")}${request("application/json", "b")}${template(
        "fit-document('fit://request/content/a')/a/b",
        "fit-document('fit://request/content')/json/a/value[1]",
        "count(fit-document('fit://request/content/a') | content('a'))",
      )}`,
      json: ["1", 1, 1],
    },
    {
      name: "what actions have put elsewhere, and an empty document",
      flow: `<copy in="conf/local.xml" out="fit://request/local"/>${template(
        "fit-document('fit://request/local')/conf/o:a",
        "fit-document('fit://request/none')",
        "name(fit-document('fit://request/empty')/*)",
      )}`,
      json: ["1", null, "empty"],
    },
    {
      name: "of the client's request body: XML",
      flow: template("fit-document('fit://request/request/body')/a/b"),
      request: { body: "<a><b>1</b></a>", headers: { "content-type": "text/xml" } },
      json: ["1"],
    },
    {
      name: "of the client's request body: JSON",
      flow: template("fit-document('fit://request/request/body')/json/a"),
      request: { json: { a: 1 } },
      json: [1],
    },
    {
      name: "of the client's request body: neither",
      flow: template("fit-document('fit://request/request/body')"),
      request: { body: "a" },
      json: [null],
      check: ({ log }) => expect(log).toMatchObject([{ topic: "xml-parse" }]),
    },
  ],
  { files },
);

samples(
  "file-exists",
  [
    ...[
      "fit://site/user.json",
      "fit://site/conf/",
      "fit://site/conf",
      "fit://site/",
      "fit://site/./conf/../user.json",
      "fit://project/user.json",
    ].flatMap((url) => [
      value(`file-exists('${url}')`, true),
      value("file-exists($request/get/url)", true, `url=${url}`),
    ]),
    ...[
      "fit://site/user",
      "fit://site/user.json/",
      "fit://site/conf/none",
      "fit://site/user.json%00",
      "fit://site/conf%2flist.json",
    ].flatMap((url) => [
      value(`file-exists('${url}')`, false),
      value("file-exists($request/get/url)", false, `url=${encodeURIComponent(url)}`),
    ]),
    value("file-exists($request/get/url)", false, "url=fit://site/../../etc/passwd"),
    value("file-exists($request/get/url)", false, "url=fit://site/conf/../../0.xml"),
    value("file-exists($request/get/url)", false, "url=fit://site/__proto__"),
    value("file-exists('user.json')", false),
    ...["user.json", "https://example.com/", "", "fit://request/request/body"].map((url) => ({
      ...value("file-exists($request/get/url)", false, `url=${url}`),
      check: ({ log }: ClientResponse) =>
        expect(log).toMatchObject([
          { topic: "file-exists", message: `${JSON.stringify(url)} cannot be looked up.` },
        ]),
    })),
    {
      name: "content",
      flow: `<eval out="$before">file-exists('fit://request/content')</eval>${request("xml", "a")}${template(
        "$before",
        "file-exists('fit://request/content')",
        "file-exists('fit://request/content/a')",
        "file-exists(concat('fit://request/content/', 'a'))",
        "file-exists('fit://request/content/b')",
        "file-exists(concat('fit://request/', 'content'))",
      )}`,
      json: [false, true, true, true, false, true],
    },
  ],
  { files },
);

findings("Locations", {
  "an XML file that does not exist": {
    flow: "<template>{{ fit-document('locl.xml') }}</template>",
    options: { files: { "local.xml": "<a/>" } },
    finds: "warning",
    message: /FLOW2021 There is no file locl\.xml/,
  },
  "the path of an XML file that is known at run time only": {
    flow: "<template>{{ fit-document($request/get/file) }}</template>",
    finds: "error",
    message: /FLOW2014 fit-document\(\) needs a constant path/,
  },
  "a look outside of the flow directory": {
    flow: "<template>{{ file-exists('fit://site/../etc/passwd') }}</template>",
    finds: "error",
    message: /FLOW4012/,
  },
  "a look at what is no fit:// URL": {
    flow: "<template>{{ file-exists('user.json') }}</template>",
    finds: "warning",
    message: /FLOW2020 file-exists\(\) takes a URL/,
  },
});

describe("An XML file that is not well-formed is an error at its place", () => {
  test.each([
    ["<a>\n  <b></c>\n</a>", /^local\.xml:2:6 error FLOW1008 /],
    ["<a>&none;</a>", /^local\.xml:1:4 error FLOW1021 /],
    ["<a>\n  <p:b/></a>", /^local\.xml:2:\d+ error FLOW2022 This is no XML: Undeclared namespace prefix p\./],
    ["<!DOCTYPE a><a/>", /^local\.xml:1:1 error FLOW1015 /],
    ['<?xml version="1.0" encoding="iso-8859-1"?><a>\u00e9</a>', /^local\.xml:1:\d+ error FLOW1020 /],
    ["", /^local\.xml:1:1 error FLOW1014 /],
  ])("%j", async (text, expected) => {
    const flow = `<eval out="$a">fit-document('local.xml')</eval><eval out="$b">fit-document('local.xml')</eval>`;
    const found = await diagnose(apiFiles({ "/x": flow }, { files: { "local.xml": text } }));
    expect(found.map(describeDiagnostic)).toStrictEqual([expect.stringMatching(expected)]);
  });
});

test("The paths of the flow directory are in the app only if a URL is not constant", async () => {
  const assets = async (expression: string) => {
    const { modules } = await compileFiles(
      apiFiles({ "/x": `<if test="${expression}"><set-status code="204"/></if>` }),
    );
    return modules.map(({ path }) => path).filter((path) => path.startsWith("assets/"));
  };
  expect(await assets("file-exists('fit://site/a')")).toStrictEqual([]);
  expect(await assets("file-exists('a')")).toStrictEqual([]);
  expect(await assets("file-exists($request/get/url)")).toStrictEqual(["assets/files.ts"]);
});

test("A stylesheet can be read as a document, too", async () => {
  const stylesheet = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>`;
  const flow = `<xslt src="a.xsl" in="$body" out="$x"/>${template("count(fit-document('a.xsl')/xsl:stylesheet)", "$x")}`;
  const { modules, diagnostics } = await compileFiles(
    apiFiles({ "/x": flow }, { files: { "a.xsl": stylesheet } }),
  );
  expect(diagnostics).toStrictEqual([]);
  const assets = modules.filter(({ path }) => path.startsWith("assets/"));
  expect(assets.map(({ path }) => path)).toStrictEqual(["assets/a-xsl.ts", "assets/a-xsl-xml.ts"]);
});
