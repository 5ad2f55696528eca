/** The `xslt` action: what the build says about stylesheets, and what apps with them answer. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { type Build, Session } from "../../compiler/session/session.js";
import { send } from "../support/client.js";
import {
  app as appOf,
  compileFiles,
  describeDiagnostic,
  diagnose,
  type Files,
  importModules,
  inputOf,
  scratchDirectory,
  writeFiles,
} from "../support/compile.js";
import { tscStrict } from "../support/project.js";
import { apiFiles, ask, basePath, flow, type Sample, samples } from "../support/samples.js";
import { served } from "../support/served.js";
import { type RunningServer, reply, upstream } from "../support/servers.js";

const sheet = (content: string, version = "1.0", attributes = ""): string =>
  `<xsl:stylesheet version="${version}" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" ${attributes}>${content}</xsl:stylesheet>`;

const all = (body: string): string => `<xsl:template match="/">${body}</xsl:template>`;
const method = (name: string, more = ""): string => `<xsl:output method="${name}" ${more}/>`;
const value = (select: string): string => `<xsl:value-of select="${select}"/>`;

const files: Files = {
  "people.xml": "<p><name>Ada</name><name>Bob</name></p>",
  "names.xsl": sheet(method("xml", 'omit-xml-declaration="yes"') + all(`<names>${value("//name")}</names>`)),
  "text.xsl": sheet(method("text") + all(value("count(//name)"))),
  "page.xsl": sheet(
    method("html", 'indent="no"') + all(`<html><body><br/><p>${value("//name")}</p></body></html>`),
  ),
  "later.xsl": sheet(
    method("html", 'indent="no" html-version="5"') + all(`<html><body><br/><p>{{//name}}</p></body></html>`),
    "3.0",
    'expand-text="yes"',
  ).replace("{{//name}}", "{string-join(//name, ' ')}"),
  "guess.xsl": sheet(all(`<html><body><br/></body></html>`)),
  "latin.xsl": sheet(
    method("xml", 'encoding="ISO-8859-1" media-type="application/atom+xml"') + all(`<a>é€</a>`),
  ),
  "copy.xsl": sheet(
    method("xml", 'omit-xml-declaration="yes"') +
      '<xsl:template match="@*|node()"><xsl:copy><xsl:apply-templates select="@*|node()"/></xsl:copy></xsl:template>',
  ),
  "fails.xsl": sheet(all(`<a><xsl:message terminate="yes">no way</xsl:message></a>`)),
  "says.xsl": sheet(method("text") + all(`<xsl:message>half way</xsl:message>done`)),
  "forever.xsl": sheet(
    `${all('<xsl:call-template name="a"/>')}<xsl:template name="a"><b><xsl:call-template name="a"/></b></xsl:template>`,
  ),
  "old.xsl": sheet(method("text") + all(`${value("//name")}|${value("'2' + 1")}`)),
};

/** The flow for a source that is JSON text in the query parameter `xml`. */
const withXml = (actions: string): string => `<eval out="$xml">$request/get/xml</eval>${actions}`;
const query = (xml: string) => ({ query: `xml=${encodeURIComponent(xml)}` });
const people = query("<p><name>Ada</name><name>Bob</name></p>");

const alerts = (response: { readonly log: readonly Readonly<Record<string, unknown>>[] }) =>
  response.log.map(({ type, topic, message }) => ({ type, topic, message }));

const failing = (sample: Pick<Sample, "name" | "flow" | "request">, message: RegExp): Sample => ({
  ...sample,
  check: (response) => {
    expect(alerts(response)).toStrictEqual([
      { type: "engine_alert", topic: "xslt", message: expect.stringMatching(message) },
    ]);
  },
});

samples(
  "xslt",
  [
    {
      name: "xml, from a text in a variable; only the first node in XSLT 1.0",
      flow: withXml('<xslt src="names.xsl" in="$xml"/>'),
      request: people,
      text: "<names>Ada</names>\n",
      headers: { "content-type": "text/xml" },
    },
    {
      name: "into a location of its own, from one",
      flow: '<copy in="people.xml" out="fit://request/people"/><xslt src="names.xsl" in="fit://request/people" out="fit://request/content/names"/><template in="fit://request/content/names">{{ . }}</template>',
      json: "Ada",
    },
    {
      name: "a file, and the empty document",
      flow: '<xslt src="text.xsl" in="people.xml" out="$two"/><xslt src="text.xsl" in="fit://request/empty" out="$none"/><template in="">[ {{ $two }}, {{ $none }} ]</template>',
      json: ["2", "0"],
    },
    {
      name: "text",
      flow: withXml('<xslt src="text.xsl" in="$xml"/>'),
      request: people,
      text: "2",
      headers: { "content-type": "text/plain" },
    },
    {
      name: "html",
      flow: withXml('<xslt src="page.xsl" in="$xml"/>'),
      request: people,
      text: "<html><body><br><p>Ada</p></body></html>\n",
      headers: { "content-type": "text/html" },
    },
    {
      name: "html that only the root element shows",
      flow: withXml('<xslt src="guess.xsl" in="$xml"/>'),
      request: people,
      headers: { "content-type": "text/html" },
      check: ({ text }) => expect(text).toContain("<br>"),
    },
    {
      name: "the media type and the encoding of xsl:output",
      flow: withXml('<xslt src="latin.xsl" in="$xml"/>'),
      request: people,
      text: '<?xml version="1.0" encoding="ISO-8859-1"?>\n<a>\ufffd&#8364;</a>\n',
      headers: { "content-type": "application/atom+xml; charset=ISO-8859-1" },
    },
    {
      name: "XPath 1.0: a number from a string",
      flow: withXml('<xslt src="old.xsl" in="$xml"/>'),
      request: people,
      text: "Ada|3",
    },
    {
      name: "xml in a variable is a tree",
      flow: withXml(
        '<xslt src="copy.xsl" in="$xml" out="$y"/><template>{ "n": {{ $y/p/name[2] }}, "c": {{ count($y//name) }} }</template>',
      ),
      request: people,
      json: { n: "Bob", c: 2 },
    },
    {
      name: "html in a variable is a tree",
      flow: withXml(
        '<xslt src="page.xsl" in="$xml" out="$y"/><template>{ "p": {{ $y/html/body/p }} }</template>',
      ),
      request: people,
      json: { p: "Ada" },
    },
    {
      name: "text in a variable is a string",
      flow: withXml('<xslt src="text.xsl" in="$xml" out="$y"/><template>{ "n": {{ $y }} }</template>'),
      request: people,
      json: { n: "2" },
    },
    {
      name: "the main content is the default input, also after html",
      flow: withXml('<xslt src="page.xsl" in="$xml"/><xslt src="copy.xsl"/>'),
      request: people,
      text: "<html><body><br/><p>Ada</p></body></html>\n",
    },
    {
      name: "main content that is a text",
      flow: `<template out="$b">{"a": 1}</template><xslt src="copy.xsl" in="$b"/>`,
      text: '<json object=""><a number="">1</a></json>\n',
    },
    {
      name: "all kinds of nodes, and what needs escapes",
      flow: withXml('<xslt src="copy.xsl" in="$xml"/>'),
      request: query(
        `<a xmlns:q="u:q" q:b="&quot;&#10;&lt;&amp;'"><!--c--><?pi x?>&lt;&amp;]]&gt;<q:c xmlns="u:d"/></a>`,
      ),
      text: `<a xmlns:q="u:q" q:b="&quot;&#10;&lt;&amp;'"><!--c--><?pi x?>&lt;&amp;]]&gt;<q:c xmlns="u:d"/></a>\n`,
    },
    {
      name: "an element of a tree takes its namespaces along",
      flow: withXml(
        '<xslt src="copy.xsl" in="$xml" out="$t"/><eval out="$e">$t/a/b</eval><xslt src="copy.xsl" in="$e"/>',
      ),
      request: query(`<a xmlns:q="u:q"><b q:c="1"/><d/></a>`),
      text: `<b xmlns:q="u:q" q:c="1"/>\n`,
    },
    {
      name: "xsl:message is logged once",
      flow: withXml('<xslt src="says.xsl" in="$xml"/>'),
      request: people,
      text: "done",
      check: (response) =>
        expect(alerts(response)).toStrictEqual([
          { type: "engine_alert", topic: "xslt", message: "says.xsl: half way" },
        ]),
    },
    {
      name: "the condition of the action",
      flow: withXml('<xslt src="text.xsl" in="$xml" if="false()"/><echo>no</echo>'),
      request: people,
      text: "no",
    },
    failing(
      {
        name: "no input: an unset variable",
        flow: '<echo if="false()">x</echo><xslt src="copy.xsl" in="$none"/>',
      },
      /There is no input/,
    ),
    failing({ name: "no input: no main content", flow: '<xslt src="copy.xsl"/>' }, /There is no input/),
    failing({ name: 'no input: in=""', flow: '<xslt src="copy.xsl" in=""/>' }, /There is no input/),
    failing(
      { name: "an empty text", flow: '<eval out="$x">\'\'</eval><xslt src="copy.xsl" in="$x"/>' },
      /There is no input/,
    ),
    failing(
      { name: "a number", flow: '<eval out="$x">5</eval><xslt src="copy.xsl" in="$x"/>' },
      /There is no input/,
    ),
    failing(
      { name: "no XML", flow: withXml('<xslt src="copy.xsl" in="$xml"/>'), request: query("<a><b></a>") },
      /copy\.xsl: The input is no XML: .*line 1/,
    ),
    {
      name: "entities that a document declares; those of other files are empty",
      flow: withXml('<xslt src="copy.xsl" in="$xml"/>'),
      request: query(
        '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY i "1 &#38;lt; 2">]><a>&e;&i;</a>',
      ),
      text: "<a>1 &lt; 2</a>\n",
    },
    failing(
      {
        name: "xsl:message that ends it",
        flow: withXml('<xslt src="fails.xsl" in="$xml"/>'),
        request: people,
      },
      /fails\.xsl: .*no way/,
    ),
    failing(
      {
        name: "a recursion without end",
        flow: withXml('<xslt src="forever.xsl" in="$xml"/>'),
        request: people,
      },
      /forever\.xsl: Templates call each other /,
    ),
    {
      name: "after a failure the main content and the variable stay what they were",
      flow: withXml(
        '<eval out="$y">7</eval><xslt src="fails.xsl" in="$xml" out="$y"/><template>{ "y": {{ $y }} }</template><xslt src="fails.xsl" in="$xml"/>',
      ),
      request: people,
      json: { y: 7 },
      check: ({ log }) => expect(log).toHaveLength(2),
    },
  ],
  { files },
);

describe("a stylesheet reaches nothing but its input", () => {
  const secret = "xslt-secret-text";
  const directory = scratchDirectory("xslt-outside");
  writeFiles(directory, [{ path: "secret.xml", text: `<s>${secret}</s>` }]);
  const url = `file://${join(directory, "secret.xml")}`;
  const made = join(directory, "made.xml");
  const reading = [
    `<xsl:copy-of select="document('URL', /)"/>`,
    `<xsl:copy-of select="doc('URL')"/>`,
    `<xsl:value-of select="unparsed-text('URL')"/>`,
    `<xsl:value-of select="unparsed-text-lines('URL')"/>`,
    `<xsl:copy-of select="collection('URL')"/>`,
    `<xsl:source-document href="URL"><xsl:copy-of select="."/></xsl:source-document>`,
    `<xsl:value-of select="json-doc('URL')"/>`,
  ];
  const writing = '<xsl:result-document href="URL"><a/></xsl:result-document>';
  let requests = 0;
  let server: RunningServer;
  let app: Hono;
  beforeAll(async () => {
    server = await upstream((_request, response) => {
      requests++;
      reply(response, 200, "<s/>", { "content-type": "text/xml" });
    });
    // One app for all, since each build reads the compiler of stylesheets.
    const sheets = [
      ...reading.map((content) => content.replaceAll("URL", url)),
      writing.replaceAll("URL", `file://${made}`),
      ...[reading[1], reading[2]].map((content = "") => content.replaceAll("URL", `${server.url}/s.xml`)),
    ];
    const flows = sheets.map((_, index): [string, string] => [
      `/${index}`,
      `<eval out="$x">"&lt;a/&gt;"</eval><xslt src="s${index}.xsl" in="$x"/>`,
    ]);
    const files = sheets.map((content, index): [string, string] => [
      `s${index}.xsl`,
      sheet(all(`<r xml:base="file:///tmp/">${content}</r>`), "3.0"),
    ]);
    app = await appOf(apiFiles(Object.fromEntries(flows), { files: Object.fromEntries(files) }));
  });
  const run = (index: number) => send(app, { path: `${basePath}/${index}` });

  test.each(reading.map((content, index) => [content, index] as const))("%s", async (_, index) => {
    const { text, log } = await run(index);
    expect(text).not.toContain(secret);
    expect(alerts({ log })).toStrictEqual([
      { type: "engine_alert", topic: "xslt", message: expect.stringContaining(`s${index}.xsl: `) },
    ]);
  });

  test("xsl:result-document", async () => {
    const { log } = await run(reading.length);
    expect(log).toHaveLength(1);
    expect(existsSync(made)).toBe(false);
  });

  test("the network", async () => {
    for (const index of [1, 2]) {
      const { log } = await run(reading.length + index);
      expect(log).toHaveLength(1);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(requests).toBe(0);
  });
});

describe("the build", () => {
  const find = async (stylesheets: Files, src = "a/main.xsl") => {
    const api = apiFiles({ "/x": `<xslt in="$body" src="${src}"/>` }, { files: stylesheets });
    return (await diagnose(api)).map(describeDiagnostic);
  };
  const broken: readonly (readonly [string, string, RegExp])[] = [
    [
      "an XPath expression",
      sheet(`\n${all(value("count(//b"))}`),
      /^a\/main\.xsl:2:56 error FLOW2001 .*expected "," or "\)"/,
    ],
    ["a pattern", sheet('\n<xsl:template match="b["/>'), /^a\/main\.xsl:2:24 error FLOW2001/],
    [
      "an expression that is no pattern",
      sheet('\n<xsl:template match="a | ../b"/>'),
      /^a\/main\.xsl:2:26 error FLOW4020 .*no pattern/,
    ],
    ["an unknown variable", sheet(`\n${all(value("$nope"))}`), /^a\/main\.xsl:2:\d+ error FLOW4020 .*nope/],
    [
      "an unknown instruction",
      sheet(`\n${all("\n<xsl:valueof/>")}`),
      /^a\/main\.xsl:3:2 error FLOW4020 .*xsl:valueof.*Did you mean xsl:value-of\?/,
    ],
    [
      "an unknown template",
      sheet(`\n${all('\n<a/><xsl:call-template name="z"/>')}`),
      /^a\/main\.xsl:3:6 error FLOW4020 .*no template z\./,
    ],
    ["another document", "<a/>", /^a\/main\.xsl:1:2 error FLOW4020 .*xsl:stylesheet/],
    ["malformed XML", "<a>", /^a\/main\.xsl:1:\d+ error FLOW1\d+/],
    [
      "an entity of another file",
      `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheet(all("&e;"))}`,
      /^a\/main\.xsl:1:\d+ error FLOW1021/,
    ],
    [
      "a missing module",
      sheet('\n<xsl:include href="b.xsl"/>'),
      /^a\/main\.xsl:2:\d+ error FLOW4011 .*a\/b\.xsl/,
    ],
    ["a module outside", sheet('\n<xsl:import href="../../b.xsl"/>'), /^a\/main\.xsl:2:\d+ error FLOW4012/],
    [
      "a module elsewhere",
      sheet('\n<xsl:import href="file:///etc/passwd"/>'),
      /^a\/main\.xsl:2:\d+ error FLOW4012/,
    ],
    [
      "a module of the network",
      sheet('\n<xsl:import href="HTTP://127.0.0.1/b.xsl"/>'),
      /^a\/main\.xsl:2:\d+ error FLOW4012/,
    ],
    [
      "a module of itself",
      sheet('<xsl:include href="main.xsl"/>'),
      /^a\/main\.xsl:1:\d+ error FLOW4020 .*a\/main\.xsl would include itself/,
    ],
    [
      "another base",
      sheet(all(""), "1.0", 'xml:base="file:///etc/"'),
      /^a\/main\.xsl:1:\d+ error FLOW4020 .*xml:base/,
    ],
    [
      "expressions of the build",
      sheet('<xsl:param name="a" static="yes" select="doc(\'file:///etc/passwd\')"/>', "3.0"),
      /^a\/main\.xsl:1:\d+ error FLOW4020 .*static/,
    ],
    [
      "shadow attributes",
      sheet("<xsl:include _href=\"{'file:///etc/passwd'}\"/>", "3.0"),
      /^a\/main\.xsl:1:\d+ error FLOW4020 .*_href/,
    ],
    [
      "packages",
      sheet('<xsl:use-package name="a"/>', "3.0"),
      /^a\/main\.xsl:1:\d+ error FLOW4020 .*use-package/,
    ],
    [
      "calls of JavaScript",
      sheet(all(value("js:eval('1')")), "1.0", 'xmlns:js="http://saxonica.com/ns/globalJS"'),
      /^a\/main\.xsl:1:\d+ error FLOW4020 .*no function js:eval/,
    ],
  ];
  for (const [name, text, message] of broken) {
    test(`finds ${name}`, async () => {
      const found = await find({ "a/main.xsl": text });
      expect(found).toStrictEqual([expect.stringMatching(message)]);
    });
  }

  test("finds an error in an included module, and names no path of the machine", async () => {
    const found = await find({
      "a/main.xsl": sheet('<xsl:include href="../b/part.xsl"/>'),
      "b/part.xsl": sheet("\n<xsl:tempate/>"),
    });
    expect(found).toStrictEqual([expect.stringMatching(/^b\/part\.xsl:2:2 error FLOW4020 [^/]*$/)]);
  });

  test("shows the errors of all stylesheets in one run", async () => {
    const api = apiFiles(
      {
        "/x": '<xslt in="$body" src="a.xsl"/>',
        "/y": '<xslt in="$body" src="b.xsl"/><eval out="$a">count(</eval>',
      },
      { files: { "a.xsl": "<a/>", "b.xsl": "<b/>" } },
    );
    const paths = (await diagnose(api)).map(({ span }) => span?.source.path);
    expect(paths).toStrictEqual(["1.xml", "a.xsl", "b.xsl"]);
  });

  test("writes what it can although the stylesheet says another version, and says so", async () => {
    const outputs = [
      ["html", 'version="1.0"'],
      ["html", 'version="4.01"'],
      ["html", 'html-version="4"'],
      ["xhtml", 'version="1.1"'],
      ["xml", 'version="1.1"'],
    ];
    const names = outputs.map((_, index) => `s${index}.xsl`);
    const sheets = outputs.map(([method, version]) =>
      sheet(`<xsl:output method="${method}" ${version}/>${all("<html><h1>1</h1></html>")}`, "3.0"),
    );
    const flows = names.map((name, index): [string, string] => [
      `/${index}`,
      `<eval out="$x">"&lt;a/&gt;"</eval><xslt src="${name}" in="$x"/>`,
    ]);
    const { modules, diagnostics } = await compileFiles(
      apiFiles(Object.fromEntries(flows), {
        files: Object.fromEntries(names.map((name, index) => [name, sheets[index] ?? ""])),
      }),
    );
    expect(diagnostics.map(describeDiagnostic)).toStrictEqual(
      names.map((name) => expect.stringMatching(new RegExp(`^${name}:1:.* warning FLOW4180 `))),
    );
    const app = await importModules(modules);
    for (const [index, output] of outputs.entries()) {
      const { text } = await send(app, { path: `${basePath}/${index}` });
      expect({ output, text }).toEqual({ output, text: expect.stringContaining("<h1>1</h1>") });
    }
  });

  test("includes modules by all ways to name them", async () => {
    const app = await flow('<eval out="$x">"&lt;a/&gt;"</eval><xslt src="a/ü b.xsl" in="$x"/>', {
      files: {
        "a/ü b.xsl": sheet(
          `${method("text")}<xsl:include href="\n ../b/one.xsl"/><xsl:include href="fit://site/b/two.xsl"/><xsl:include href="fit://project/b/four.xsl"/>${all('<xsl:call-template name="one"/><xsl:call-template name="two"/><xsl:call-template name="four"/>')}`,
        ),
        "b/one.xsl": sheet('<xsl:import href="deep/three.xsl"/><xsl:template name="one">1</xsl:template>'),
        "b/two.xsl": sheet('<xsl:template name="two">2<xsl:call-template name="three"/></xsl:template>'),
        "b/deep/three.xsl": sheet('<xsl:template name="three">3</xsl:template>'),
        "b/four.xsl": sheet('<xsl:template name="four">4</xsl:template>'),
      },
    });
    expect((await ask(app)).text).toBe("1234");
  });

  test("makes each stylesheet once, and the same bytes each time", async () => {
    const api = apiFiles(
      { "/x": '<xslt in="$body" src="text.xsl"/>', "/y": '<xslt in="$body" src="text.xsl" out="$a"/>' },
      { files },
    );
    const [one, two] = [await compileFiles(api), await compileFiles(api)];
    expect(two.modules).toStrictEqual(one.modules);
    const assets = one.modules.filter(({ path }) => path.startsWith("assets/"));
    expect(assets.map(({ path }) => path)).toStrictEqual(["assets/text-xsl.ts"]);
    expect(assets[0]?.text).not.toMatch(/flowc-xslt|file:/);
  });

  test("leaves the directory in which it compiled out of sets of attributes, which run", async () => {
    const set = '<xsl:attribute-set name="s"><xsl:attribute name="x">1</xsl:attribute></xsl:attribute-set>';
    const content = '<eval out="$x">xml-parse("&lt;a/>")</eval><xslt src="sets.xsl" in="$x"/>';
    const main = `${set}${method("xml")}${all('<b xsl:use-attribute-sets="s"/>')}`;
    const options = { files: { "sets.xsl": sheet(main, "2.0") } };
    const api = apiFiles({ "/x": content }, options);
    const [one, two] = [await compileFiles(api), await compileFiles(api)];
    expect(two.modules).toStrictEqual(one.modules);
    const response = await ask(await importModules(one.modules));
    expect([response.text, alerts(response)]).toEqual([expect.stringContaining('<b x="1"/>'), []]);
  });

  test("makes modules that keep strict rules", async () => {
    const { modules } = await compileFiles(
      apiFiles(
        {
          "/x": '<xslt src="text.xsl"/>',
          "/y": withXml('<xslt src="copy.xsl" in="$xml" out="$a"/><xslt src="copy.xsl" in="$a/b"/>'),
          "/z": '<xslt src="copy.xsl" in="fit://request/content/main"/><xslt src="copy.xsl" in=""/>',
        },
        { files },
      ),
    );
    const directory = scratchDirectory("xslt-strict");
    writeFiles(directory, modules);
    expect(await tscStrict(directory)).toBe("");
  });
});

describe("the bundle", () => {
  const bundled = async (api: Files) => {
    const { files: made } = await new Session().build(inputOf(api));
    return made.find(({ path }) => path === "server.js")?.text ?? "";
  };

  const withPage = apiFiles(
    { "/x": '<eval out="$x">"&lt;name/&gt;"</eval><xslt src="later.xsl" in="$x"/>' },
    { files },
  );

  let page: Promise<Build> | undefined;
  const builtPage = () => {
    page ??= new Session().build(inputOf(withPage));
    return page;
  };

  test("runs with the file of SaxonJS beside it, as it is in the package", async () => {
    const { files: made } = await builtPage();
    const file = (path: string) => made.find((one) => one.path === path)?.text ?? "";
    const installed = createRequire(import.meta.url).resolve("saxon-js");
    expect(Buffer.from(file("saxon-js.cjs")).equals(readFileSync(installed))).toBe(true);
    expect(file("server.js")).toContain("// Loads SaxonJS (Copyright Saxonica Ltd)");
    expect(file("server.js").length).toBeLessThan(500_000);
    const licence = readFileSync(join(dirname(installed), "LICENSE.txt"), "utf8").trim();
    expect(file("server.js.LICENSES.txt")).toContain(licence.replaceAll("\r\n", "\n"));
    for (const type of ["commonjs", "module"]) {
      const directory = scratchDirectory(`xslt-bundle-${type}`);
      const deployed = made.filter(({ path }) => /^(?:server\.js|saxon-.*)$/.test(path));
      writeFiles(directory, [...deployed, { path: "package.json", text: JSON.stringify({ type }) }]);
      const server = await served(directory);
      try {
        const response = await server.get("/t/x");
        expect(await response.text()).toBe("<!DOCTYPE html>\n<html><body><br><p></p></body></html>");
        expect(response.headers.get("content-type")).toBe("text/html");
      } finally {
        await server.stop();
      }
    }
  });

  test.each(["saxon-js.cjs", "saxon-worker.mjs"])(
    "without %s, an alert says so, and the flow goes on",
    async (missing) => {
      const directory = scratchDirectory(`xslt-without-${missing}`);
      const { files: made } = await builtPage();
      writeFiles(
        directory,
        made.filter(({ path }) => path !== missing),
      );
      const server = await served(directory);
      try {
        await server.get("/t/x");
        await server.end();
        expect(server.log()).toMatch(new RegExp(`later\\.xsl: .*${missing.replace(".", "\\.")}`));
      } finally {
        await server.stop();
      }
    },
  );

  test("has no SaxonJS for stylesheets of version 1.0", async () => {
    const { files: made } = await new Session().build(
      inputOf(
        apiFiles({ "/x": '<eval out="$x">"&lt;name/&gt;"</eval><xslt src="text.xsl" in="$x"/>' }, { files }),
      ),
    );
    expect(made.map(({ path }) => path)).not.toContain("saxon-js.cjs");
    expect(made.find(({ path }) => path === "server.js")?.text).not.toMatch(/saxon/i);
  });

  test("has no SaxonJS where no flow uses xslt", async () => {
    const hello = new URL("../../fixtures/hello/", import.meta.url);
    const code = await bundled(
      Object.fromEntries(
        ["swagger.yaml", "hello.xml"].map((path) => [path, readFileSync(new URL(path, hello), "utf8")]),
      ),
    );
    expect(code).toContain("service(");
    expect(code).not.toMatch(/saxon/i);
  });
});
