/** How results are written; libxslt decides where XSLT 1.0 §16 leaves a choice. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Leaf } from "../../runtime/data/model/node.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { XmlDocument } from "../../runtime/data/xml/xml-node.js";
import { encoded, isEncoding } from "../../runtime/xslt/encode.js";
import { RawText } from "../../runtime/xslt/html-elements.js";
import { type OutputProperties, outputMethod } from "../../runtime/xslt/output-properties.js";
import { serialized } from "../../runtime/xslt/serialize.js";
import { settings } from "../differential/settings.js";
import { expectLinear } from "../support/growth.js";
import { needing } from "../support/needs.js";
import { listed } from "../support/samples.js";
import { sheet, transformed, xsltproc } from "./xsltproc.js";

/** A result with these nodes. */
function result(content: string): XmlDocument {
  const wrapper = parseXml(`<r>${content}</r>`).documentElement;
  const document = new XmlDocument();
  document.adopt(wrapper?.children ?? []);
  for (const child of document.children) Object.assign(child, { parent: document });
  return document;
}

const attributeOf: Readonly<Record<keyof OutputProperties, string>> = {
  method: "method",
  version: "version",
  encoding: "encoding",
  omitXmlDeclaration: "omit-xml-declaration",
  standalone: "standalone",
  doctypePublic: "doctype-public",
  doctypeSystem: "doctype-system",
  cdataSectionElements: "cdata-section-elements",
  indent: "indent",
  mediaType: "media-type",
};

function outputElement(output: OutputProperties): string {
  const attributes = Object.entries(output).map(([name, value]) => {
    const written =
      typeof value === "boolean"
        ? value
          ? "yes"
          : "no"
        : value instanceof Set
          ? [...value].join(" ")
          : value;
    return `${attributeOf[name as keyof OutputProperties]}='${String(written).replaceAll("{urn:x}", "x:")}'`;
  });
  return `<xsl:output ${attributes.join(" ")}/>`;
}

/** Returns the output of libxslt for a copy of the nodes. */
function reference(content: string, output: OutputProperties): Buffer {
  const copies = '<xsl:template match="/"><xsl:copy-of select="r/node()"/></xsl:template>';
  return transformed(sheet(outputElement(output) + copies, 'xmlns:x="urn:x"'), `<r>${content}</r>`);
}

interface Sample {
  readonly name: string;
  readonly content: string;
  readonly output?: OutputProperties;
  readonly expected: string;
}

const xhtml: OutputProperties = {
  method: "xml",
  omitXmlDeclaration: true,
  doctypePublic: "-//W3C//DTD XHTML 1.0 Strict//EN",
};
const bare: OutputProperties = { omitXmlDeclaration: true, indent: false };

const written = listed<Sample>({
  "nothing, not even a declaration": { content: "", expected: "" },
  "a declaration, and a line feed at the end": {
    content: "<a/>",
    expected: '<?xml version="1.0"?>\n<a/>\n',
  },
  "what the declaration says": {
    content: "<a/>",
    output: { version: "1.1", encoding: "UTF-8", standalone: true, indent: false },
    expected: '<?xml version="1.1" encoding="UTF-8" standalone="yes"?>\n<a/>',
  },
  "several root elements, and text around them": {
    content: "x<a/>y<b/>",
    output: bare,
    expected: "x<a/>y<b/>",
  },
  "comments and instructions outside of the root element": {
    content: "<!--c--><?p?><a/><?p q?><!--d-->",
    expected: '<?xml version="1.0"?>\n<!--c-->\n<?p?><a/><?p q?><!--d-->\n',
  },
  "text that must be escaped": {
    content: "<a b='&lt;&gt;&amp;&quot;&apos;&#9;&#10;&#13;'>&lt;&gt;&amp;\"'&#9;&#13;</a>",
    output: bare,
    expected: '<a b="&lt;&gt;&amp;&quot;\'&#9;&#10;&#13;">&lt;&gt;&amp;"\'\t&#13;</a>',
  },
  "attributes in ASCII where no encoding is chosen": {
    content: "<a b='é😀'>é</a>",
    output: bare,
    expected: '<a b="&#xE9;&#x1F600;">é</a>',
  },
  "attributes as they are in UTF-8": {
    content: "<a b='é😀'>é</a>",
    output: { ...bare, encoding: "UTF-8" },
    expected: '<a b="é😀">é</a>',
  },
  namespaces: {
    content: '<x:a xmlns:x="urn:x" xmlns="urn:d" x:b="1"><c/></x:a>',
    output: bare,
    expected: '<x:a xmlns:x="urn:x" xmlns="urn:d" x:b="1"><c/></x:a>',
  },
  "a document type, with the name of the root element": {
    content: "<a/>",
    output: { ...bare, doctypePublic: 'p"q' },
    expected: '<!DOCTYPE a PUBLIC \'p"q\' ""><a/>',
  },
  "a document type on a line of its own": {
    content: "<!--c--><a/>",
    output: { omitXmlDeclaration: true, doctypeSystem: "s" },
    expected: '<!DOCTYPE a SYSTEM "s">\n<!--c-->\n<a/>\n',
  },
  "indented, but not where there is text": {
    content: "<a><b><c/><!--d--></b><e>f<g><h/></g></e><?p q?></a>",
    output: { omitXmlDeclaration: true, indent: true },
    expected: "<a>\n  <b>\n    <c/>\n    <!--d-->\n  </b>\n  <e>f<g><h/></g></e>\n  <?p q?>\n</a>\n",
  },
  "CDATA sections": {
    content: "<a>x]]&gt;y<b>&lt;</b></a>",
    output: { ...bare, cdataSectionElements: new Set(["a"]) },
    expected: "<a><![CDATA[x]]]]><![CDATA[>y]]><b>&lt;</b></a>",
  },
  "CDATA sections, by name and namespace": {
    content: '<a xmlns="urn:x">&amp;<b xmlns="">&amp;</b></a>',
    output: { ...bare, cdataSectionElements: new Set(["{urn:x}a", "{urn:x}b"]) },
    expected: '<a xmlns="urn:x"><![CDATA[&]]><b xmlns="">&amp;</b></a>',
  },
  "XHTML that browsers understand": {
    content: '<html><head><title/></head><body lang="de"><a name="n"/><br/><input checked=""/></body></html>',
    output: xhtml,
    expected: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "">
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8" /><title></title></head><body lang="de" xml:lang="de"><a name="n" id="n"></a><br /><input checked="checked" /></body></html>
`,
  },
  "XHTML, indented": {
    content: "<html><head/><body><p/></body></html>",
    output: { ...xhtml, indent: true },
    expected: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "">
<html xmlns="http://www.w3.org/1999/xhtml">
  <head>
    <meta http-equiv="Content-Type" content="text/html; charset=UTF-8" />
</head>
  <body>
    <p></p>
  </body>
</html>
`,
  },
  "HTML because of its root element": {
    content: " <HTML><br/></HTML>",
    expected: " <HTML><br></HTML>\n",
  },
  "no HTML: text before the root element": {
    content: "x<html/>",
    expected: '<?xml version="1.0"?>\nx<html/>\n',
  },
  "no HTML: a namespace": {
    content: '<html xmlns="urn:x"/>',
    expected: '<?xml version="1.0"?>\n<html xmlns="urn:x"/>\n',
  },
  "elements of HTML without end tags, and others that keep them": {
    content: "<a><br x='y'>text</br><li/><p/><unknown/><hr/></a>",
    output: { method: "html", indent: false },
    expected: '<a><br x="y"><li><p></p><unknown></unknown><hr></a>\n',
  },
  "attributes of HTML": {
    content: `<option selected="selected" title='"' id="'&quot;" alt="&lt;&amp;{x}&amp;&lt;!-- --&gt;"/>`,
    output: { method: "html" },
    expected: `<option selected title='"' id="'&quot;" alt="&lt;&{x}&amp;<!-- -->"></option>\n`,
  },
  "addresses in HTML": {
    content: `<a href=" é b%20&amp;|" name="ü" title="ü"/>`,
    output: { method: "html" },
    expected: `<a href="%C3%A9%20b%20&amp;%7C" name="%C3%BC" title="ü"></a>\n`,
  },
  "scripts and styles are not escaped": {
    content: "<div><script>a&lt;b</script><STYLE>&amp;</STYLE><p>&amp;\u00a0</p></div>",
    output: { method: "html", indent: false },
    expected: "<div><script>a<b</script><STYLE>&</STYLE><p>&amp;\u00a0</p></div>\n",
  },
  "instructions in HTML": {
    content: "<p><?a b?></p>",
    output: { method: "html" },
    expected: "<p><?a b></p>\n",
  },
  "the encoding in a head": {
    content: "<html><head><title>t</title></head><body/></html>",
    output: { encoding: "ISO-8859-1" },
    expected: `<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1">
<title>t</title>
</head>
<body></body>
</html>
`,
  },
  "the encoding in a head that names another one": {
    content: '<html><head><meta content="text/html; charset=x" http-equiv="content-type"/></head></html>',
    expected:
      '<html><head><meta content="text/html; charset=UTF-8" http-equiv="content-type"></head></html>\n',
  },
  "the document type of a version of HTML": {
    content: "<html/>",
    output: { version: "4.01" },
    expected: `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/1999/REC-html401-19991224/loose.dtd">
<html></html>
`,
  },
  "the document type of HTML 5": {
    content: "<html/>",
    output: { method: "html", doctypeSystem: "about:legacy-compat" },
    expected: "<!DOCTYPE html>\n<html></html>\n",
  },
  text: {
    content: "<a>x&lt;<b>y</b><!--z--></a>é",
    output: { method: "text" },
    expected: "x<yé",
  },
});

describe("results are written", () => {
  test.each(written)("$name", ({ content, output = {}, expected }) => {
    expect(serialized(result(content), output)).toBe(expected);
  });

  test.each([
    ["xml", "<a>&<b/>&lt;</a>"],
    ["html", "<a>&<b></b>&lt;</a>\n"],
    ["text", "&<"],
  ] as const)("text whose escaping is disabled, in %s", (method, expected) => {
    const document = result("<a>x<b/>&lt;</a>");
    const [a] = document.elements;
    Object.assign(a?.children as Leaf[], { 0: new RawText("&", a, 0) });
    expect(serialized(document, { ...bare, method })).toBe(expected);
  });

  test("text of both kinds in a CDATA section", () => {
    const document = result("<a>x</a>");
    const [a] = document.elements;
    const texts = [new RawText("<", a, 0), new Leaf("text", "", "", "&", a, 1), new RawText(">", a, 2)];
    (a as unknown as { adopt(children: readonly Leaf[]): void }).adopt(texts);
    expect(serialized(document, { ...bare, cdataSectionElements: new Set(["a"]) })).toBe(
      "<a><![CDATA[<&>]]></a>",
    );
  });

  test("deep and wide results, in time that grows with them", () => {
    const deep = `${"<a>".repeat(2000)}${"</a>".repeat(2000)}`;
    expect(serialized(result(deep), { indent: true }).length).toBeLessThan(2000 * 140);
    expectLinear((size) => {
      serialized(result(`<a b="${"&lt;!--&amp;{".repeat(size)}"/>`), { method: "html" });
    }, 10_000);
  });
});

describe("libxslt", needing(xsltproc), () => {
  test.each(written)("$name", ({ content, output = {}, expected }) => {
    expect(reference(content, output).toString("utf8")).toBe(expected);
  });

  test("agrees on generated results", () => {
    fc.assert(
      fc.property(contents, outputs, (content, output) => {
        const document = result(content);
        const text = serialized(document, output);
        expect(text).toBe(reference(content, output).toString("utf8"));
      }),
      settings(120),
    );
  });

  test.each([
    "UTF-8",
    "UTF-16",
    "US-ASCII",
    "ISO-8859-1",
    "ISO-8859-2",
    "ISO-8859-15",
    "windows-1252",
    "Shift_JIS",
  ])("agrees on %s", (encoding) => {
    const content = "<a b='é€Ł'>äß€Łŝ日本 😀\u00a0\u0085<!--é€--></a>";
    const text = serialized(result(content), { encoding });
    expect(Buffer.from(encoded(text, encoding)).toString("latin1")).toBe(
      reference(content, { encoding }).toString("latin1"),
    );
  });
});

const names = [
  "html",
  "head",
  "body",
  "div",
  "p",
  "pre",
  "b",
  "a",
  "li",
  "br",
  "meta",
  "title",
  "x",
  "Td",
  "script",
];
const value = fc.constantFrom("", "x", " é ", "&lt;&amp;", "a b", "&quot;", "'");

/** Markup of few names, so that what is special about some of them meets. */
const contents = fc
  .letrec<{ node: string; element: string }>((tie) => ({
    element: fc
      .tuple(
        fc.constantFrom(...names),
        fc.uniqueArray(fc.tuple(fc.constantFrom("href", "name", "checked", "id", "lang", "content"), value), {
          maxLength: 2,
          selector: ([name]) => name,
        }),
        fc.array(tie("node"), { maxLength: 4, depthIdentifier: "node" }),
      )
      .map(
        ([name, attributes, children]) =>
          `<${name}${attributes.map(([one, text]) => ` ${one}="${text}"`).join("")}>${children.join("")}</${name}>`,
      ),
    node: fc.oneof(
      { depthIdentifier: "node", maxDepth: 4 },
      fc.constantFrom("x", "é&lt;", " ", "<!--c-->", "<?p q?>"),
      tie("element"),
      tie("element"),
      tie("element"),
    ),
  }))
  .node.chain((first) =>
    fc.constantFrom(
      first,
      `<html>${first}</html>`,
      `<html><head>${first}</head>${first}</html>`,
      `${first}${first}`,
    ),
  );

/**
 * libxslt writes CDATA sections without escaping into what only its root element shows to be HTML, and adds white space
 * to them in XHTML.
 */
const outputs: fc.Arbitrary<OutputProperties> = fc
  .record(
    {
      method: fc.constantFrom("xml" as const, "html" as const, "text" as const),
      encoding: fc.constant("UTF-8"),
      omitXmlDeclaration: fc.boolean(),
      indent: fc.boolean(),
      doctypeSystem: fc.constantFrom("s", "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"),
      doctypePublic: fc.constant("p"),
      cdataSectionElements: fc.constant(new Set(["div", "b"])),
    },
    { requiredKeys: [] },
  )
  .filter(
    ({ method, doctypeSystem = "s", cdataSectionElements }) =>
      cdataSectionElements === undefined || (method !== undefined && doctypeSystem === "s"),
  );

describe("encodings", () => {
  test("characters that the encoding lacks become references", () => {
    expect(Buffer.from(encoded("aé€", "ISO-8859-1")).toString("latin1")).toBe("aé&#8364;");
    expect(Buffer.from(encoded("é😀", "ascii")).toString("latin1")).toBe("&#233;&#128512;");
    expect(Buffer.from(encoded("€", "windows-1252"))).toEqual(Buffer.from([0x80]));
  });
  test("an unknown encoding is UTF-8", () => {
    expect(Buffer.from(encoded("é", "x-unknown")).toString("utf8")).toBe("é");
    expect(["utf-8", "UTF-16LE", "iso-8859-7", "x-unknown", "constructor"].map(isEncoding)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
  test("the method of a result", () => {
    expect(outputMethod(result("<html/>"), {})).toBe("html");
    expect(outputMethod(result("<html/>"), { method: "xml" })).toBe("xml");
  });
});
