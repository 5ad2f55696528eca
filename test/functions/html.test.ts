import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { TreeLimitError } from "../../runtime/base/tree-limits.js";
import { beginStretch, WorkLimitError } from "../../runtime/base/work.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { xmlText } from "../../runtime/data/xml/xml-text.js";
import { parseHtml } from "../../runtime/html.js";
import { compileFiles } from "../support/compile.js";
import { workTime } from "../support/growth.js";
import { apiFiles, type Sample, samples } from "../support/samples.js";
import { type RunningServer, upstream } from "../support/servers.js";
import { stepGrowth } from "../support/steps.js";

/** The value of an expression for an HTML document, `$x`. */
const parsed = (html: string, expression: string, json: unknown): Sample => ({
  name: `${expression} of ${html.slice(0, 60)}`,
  flow: `<eval out="$x">html-parse($body)</eval><template>{{ ${expression} }}</template>`,
  request: { body: html },
  json,
});

const page = `<!DOCTYPE html>
<HTML Lang=en><title>Shop</title>
<BODY><!-- menu --><main><p>One<p CLASS="hint Big">Two &amp; a half<br>3</main>`;

samples("html-parse", [
  parsed(page, "$x/html/body/main/p[1]", "One"),
  parsed(page, "$x/html/body/main/p[2]", "Two & a half3"),
  parsed(page, "$x/html/head/title", "Shop"),
  parsed(page, "$x/html/@lang", "en"),
  parsed(page, "count($x//p[has-class('big')])", 1),
  parsed(page, "name($x//*[@class])", "p"),
  parsed(page, "string($x//comment())", " menu "),
  parsed(page, "count($x//br/preceding-sibling::text())", 1),
  parsed(page, "array($x//p)", ["One", "Two & a half3"]),
  parsed("no markup", "$x/html/body", "no markup"),
  parsed("<p>&eacute;&notin;&#x41;&bogus;</p>", "$x//p", "é∉A&bogus;"),
  parsed(
    "<b>1<p>2</b>3</p>",
    "fit-serialize($x/html/body, false())",
    "<body><b>1</b><p><b>2</b>3</p></body>",
  ),
  parsed("<p><noscript><i>x</i></noscript>", "$x//noscript/i", "x"),
  parsed("<script>if (a < b) '<i>'</script>", "$x//script", "if (a < b) '<i>'"),
  parsed("<template><i>x</i></template>", "$x//template/i", "x"),
  parsed("", "fit-serialize($x/html, false())", "<html><head/><body/></html>"),
  {
    name: "an empty text is an empty document, and so is any text a document",
    flow: `<template>[ {{ count(html-parse('')/html) }}, {{ html-parse('{}')/html/body }} ]</template>`,
    json: [1, "{}"],
  },
]);

const anchors = `<p id=x>1</p><a name=y>2</a><img name=z><p id=x>3</p><a ID=w name=v>4</a><p id=" q ">5</p>
<a name=X>6</a><div xml:id=u>7</div><svg id=t></svg>`;

samples(
  "id() knows the identifiers of HTML",
  [
    ["id('x')", ["1"]],
    ["id('y')", ["2"]],
    ["id('z')", []],
    ["id(' v\n y x')", ["1", "2", "4"]],
    ["id('w v')", ["4"]],
    ["id('q')", []],
    ["id('X')", ["6"]],
    ["id('u')", ["7"]],
    ["id('t')", [""]],
    ["id(//a/@name)", ["2", "4", "6"]],
    ["id(//nothing)", []],
  ].map(([expression, json]) => ({
    name: String(expression),
    flow: `<eval out="$x">html-parse($body)</eval><template in="$x">[ {{loop array(${expression})}} {{ string(.) }} {{end}} ]</template>`,
    request: { body: anchors },
    json,
  })),
);

samples("A table has the elements that are written", [
  parsed(
    "<table><tr><td>1</table>",
    "fit-serialize($x//table, false())",
    "<table><tr><td>1</td></tr></table>",
  ),
  parsed(
    "<table><tbody><tr><td>1</table>",
    "fit-serialize($x//table, false())",
    "<table><tbody><tr><td>1</td></tr></tbody></table>",
  ),
  parsed("<table><col><td>1</table>", "fit-serialize($x//table, false())", "<table><col/><td>1</td></table>"),
]);

samples("Names in HTML are in lower case and in no namespace", [
  parsed('<svg viewBox="0 0 1 1"><foreignObject>x</foreignObject></svg>', "$x//svg/foreignobject", "x"),
  parsed('<svg viewBox="0 0 1 1"></svg>', "$x//svg/@viewbox", "0 0 1 1"),
  parsed("<math><mi>x</mi></math>", "$x/html/body/math/mi", "x"),
  parsed('<p xmlns="urn:a" xmlns:b="urn:b">x', "count($x//p/@*)", 0),
  parsed('<svg><use xlink:href="#i"/></svg>', "$x//use/@xlink:href", "#i"),
  parsed("<o:p>x</o:p>", "$x//o:p", "x"),
  parsed("<o:p>x</o:p>", "name($x//*[. = 'x' and not(*)])", "o:p"),
  parsed('<p xml:lang="en-GB">x', "boolean($x//p[lang('en')])", true),
  parsed('<p @click="a" :b="c">x', "name($x//p/@*[1])", "U000040click"),
]);

/** Returns the whole document as XML; it must be well-formed. */
function asXml(html: string): string {
  const text = xmlText(parseHtml(html), false);
  parseXml(text);
  return text.slice(text.indexOf("<body>"), text.indexOf("</html>"));
}

describe("Any HTML can be written as XML", () => {
  it.each([
    ["<!--a--b---><p>x", "<body><p>x</p></body>"],
    ["<p><!--a--b-->x", "<body><p><!--a- -b-->x</p></body>"],
    ["<p><!-- - -->x", "<body><p><!-- - -->x</p></body>"],
    ["<p>\u0001\f\ud800\ufffe", "<body><p>\ufffd \ufffd\ufffd</p></body>"],
    ['<p a="\u0001">x', '<body><p a="\ufffd">x</p></body>'],
    ['<a"b 1c="2" c=3 C=4>x', '<body><aU000022b U000031c="2" c="3">x</aU000022b></body>'],
    [
      "<a:b:c :d e:f:g>x",
      '<body><aU00003AbU00003Ac U00003Ad="" eU00003AfU00003Ag="">x</aU00003AbU00003Ac></body>',
    ],
    ["<xmlns:a xmlns:b=c>x", "<body><xmlnsU00003Aa>x</xmlnsU00003Aa></body>"],
    ["<o:p>x", '<body><o:p xmlns:o="urn:prefix:o">x</o:p></body>'],
    [
      '<svg xlink:href="#a" xml:space="preserve"/>',
      '<body><svg xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#a" xml:space="preserve"/></body>',
    ],
  ])("%j", (html, expected) => {
    expect(asXml(html)).toBe(expected);
  });
});

test("Whatever it is, HTML can be written as XML", () => {
  const part = fc.oneof(
    fc.constantFrom(
      "<table>",
      "<tr>",
      "<td>",
      "<p>",
      "<b>",
      "</b>",
      "</p>",
      "<svg>",
      "<math>",
      "<mi>",
      "<template>",
    ),
    fc.constantFrom(
      "<select>",
      "<frameset>",
      "<script>",
      "</script>",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "<?xml?>",
    ),
    fc.constantFrom(
      "<xmlns:a ",
      "<xml:a ",
      "<o:p ",
      'xmlns:a="b" ',
      "xlink:href=1 ",
      ":a ",
      "a:b:c ",
      ">",
      "&#",
      "--",
    ),
    fc.string({ unit: "binary", maxLength: 5 }),
  );
  const document = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(document, (html) => void parseXml(xmlText(parseHtml(html), false))),
    { numRuns: 500 },
  );
});

describe("Hostile HTML", () => {
  const repeated = (text: string) => (count: number) => text.repeat(count);

  it.each<[string, (count: number) => string]>([
    ["children fostered before a table", (count) => `<table>${"<br>".repeat(count)}`],
    ["misnested formatting", repeated("<b><p></b></p>")],
    ["attributes", (count) => `<a ${Array.from({ length: count }, (_, at) => `a${at}`).join(" ")}>`],
    ["attributes of the body", (count) => Array.from({ length: count }, (_, at) => `<body a${at}>`).join("")],
    ["references", repeated("&notit;")],
    ["comments that do not end", repeated("<!--")],
  ])("takes time in proportion to its length: %s", (_, make) => {
    const html = make(25_000);
    beginStretch({});
    const start = workTime();
    parseHtml(html);
    expect(workTime() - start).toBeLessThan(2_500);
  });

  it.each<[string, string]>([
    ["nesting", "<div>".repeat(5000)],
    ["foreign nesting", "<svg>".repeat(5000)],
    [
      "formatting that begins again in each paragraph",
      Array.from({ length: 2000 }, (_, at) => `<p><b id=${at}></p>`).join(""),
    ],
  ])("is bounded: %s", (_, html) => {
    beginStretch({});
    expect(() => parseHtml(html)).toThrow(TreeLimitError);
  });

  it.each<[string, (count: number) => string]>([
    ["elements", repeated("<br>")],
    ["text", repeated("text ")],
    ["comments", repeated("<!-- -->")],
    ["attributes", repeated("<p a=1 b=2>")],
    ["end tags of nothing", (count) => `${"<span>".repeat(1000)}${"</x>".repeat(count)}`],
  ])("is counted as work in proportion to its length: %s", (_, make) => {
    const growth = stepGrowth((count) => parseHtml(make(count)), 5000);
    expect(growth).toBeGreaterThan(3.5);
    expect(growth).toBeLessThan(4.5);
  });

  it("ends where the work has its limit", () => {
    beginStretch({});
    expect(() => parseHtml("<br>".repeat(1_100_000))).toThrow(WorkLimitError);
  });

  samples("beyond the limits", [
    {
      ...parsed("<div>".repeat(3000), "count($x)", 0),
      check: ({ log }) => expect(log).toMatchObject([{ topic: "html-parse", message: /deeper than 2048/ }]),
    },
  ]);
});

let server: RunningServer;

beforeAll(async () => {
  const list = "<h1>Hi</h1><ul><li>1<li>2</ul>";
  server = await upstream((request, response) => {
    response.writeHead(200, { "content-type": "Text/HTML; charset=utf-8" });
    response.end(request.url === "/deep" ? "<i>".repeat(3000) : list);
  });
  process.env.UPSTREAM = server.url;
});
afterAll(async () => {
  delete process.env.UPSTREAM;
  await server.stop();
});

const request = (path: string) => `<request>{ "url": {{ concat($env/UPSTREAM, "${path}") }} }</request>`;

samples("Content that is HTML", {
  "is a document": {
    flow: `${request("/list")}<template>[ {{ content()/html/body/h1 }}, {{ fit-serialize(content("main")//li[1]) }} ]</template>`,
    json: ["Hi", "<li>1</li>"],
  },
  "is the context of a template": {
    flow: `${request("/list")}<template>[ {{loop array(/html/body/ul/li)}} {{ . }} {{end}} ]</template>`,
    json: ["1", "2"],
  },
  "is sent as it came": {
    flow: `${request("/list")}<set-status if="content()/html/body/h1" code="201"/>`,
    status: 201,
    text: "<h1>Hi</h1><ul><li>1<li>2</ul>",
  },
  "that is beyond the limits is no document": {
    flow: `${request("/deep")}<template>{{ count(content()/html) }}</template>`,
    json: 0,
  },
});

const stylesheet = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="html" indent="no"/>
  <xsl:template match="h1"><h2><xsl:apply-templates/></h2></xsl:template>
  <xsl:template match="node() | @*"><xsl:copy><xsl:apply-templates select="@* | node()"/></xsl:copy></xsl:template>
</xsl:stylesheet>`;

samples(
  "A stylesheet transforms HTML",
  {
    "of the main content": {
      flow: `${request("/list")}<xslt src="page.xsl"/>`,
      text: '<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body><h2>Hi</h2><ul><li>1</li><li>2</li></ul></body></html>\n',
    },
    "of a variable, with names that are none in XML": {
      flow: `<eval out="$x">html-parse($body)</eval><xslt src="page.xsl" in="$x" out="$y"/>
        <template>{{ name($y/html/body/*/@*) }}</template>`,
      request: { body: '<use xlink:href="#a">' },
      json: "xlink:href",
    },
  },
  { files: { "page.xsl": stylesheet } },
);

/** Which options the app gives its service. */
async function serviceOf(flow: string): Promise<string> {
  const { modules } = await compileFiles(apiFiles({ "/x": flow }));
  return modules.find(({ path }) => path === "app.ts")?.text ?? "";
}

describe("An app has an HTML parser only if a flow may look into HTML", () => {
  const template = (expression: string) => `<template>{{ ${expression} }}</template>`;

  test.each([
    template("content()/html/head/title"),
    template("/html/head/title"),
    template("html-parse($request/get/a)/body | content()/json/a"),
    template("count(content()//a)"),
    template("fit-serialize(content())"),
    template("content('page')/*"),
    `<eval out="$x">content()</eval>${template("$x//a")}`,
    `<if test="content()"><set-status code="204"/></if>`,
  ])("with it: %s", async (flow) => {
    expect(await serviceOf(flow)).toContain('service({ basePath: "/t", parseHtml })');
  });

  test.each([
    template("content()/json/a"),
    template("content()/json//a"),
    template("count($request//a)"),
    template("count(xml-parse($request/get/a)//a)"),
    template("html-parse($request/get/a)/body"),
    `<template in="$body">{ {{: * }} }</template>`,
  ])("without it: %s", async (flow) => {
    expect(await serviceOf(flow)).toContain('service({ basePath: "/t" })');
  });
});
