import { describe, expect, it } from "vitest";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import { parseXml } from "../../compiler/parse/xml/xml.js";
import { type MappedText, SourceText } from "../../compiler/source/source-text.js";
import type { XmlElement } from "../../compiler/syntax/xml.js";

function parse(text: string) {
  const source = new SourceText("a.xml", text);
  const reporter = new Reporter();
  const root = parseXml(source, reporter);
  const problems = reporter.sorted().map(({ name, span }) => {
    const { line, column } = source.place(span?.start ?? -1);
    return `${line}:${column} ${name} ${JSON.stringify(text.slice(span?.start, span?.end))}`;
  });
  return { root, problems, source };
}

function parsed(text: string): XmlElement {
  const { root, problems } = parse(text);
  expect(problems).toEqual([]);
  if (root === undefined) throw new Error("no root");
  return root;
}

/** Returns the text of the file at the place of `word` in a decoded text. */
function fileText(text: MappedText, word: string): string {
  const at = text.text.indexOf(word);
  expect(at, `${word} in ${JSON.stringify(text.text)}`).toBeGreaterThanOrEqual(0);
  const { source, start, end } = text.span(at, at + word.length);
  return source.text.slice(start, end);
}

function place(text: MappedText, word: string) {
  const { source, start } = text.span(text.text.indexOf(word), text.text.length);
  const { line, column } = source.place(start);
  return `${line}:${column}`;
}

describe("elements", () => {
  it("keep their order, names, attributes and spans", () => {
    const text = `<?xml version="1.0"?>\n<!-- x -->\n<flow>\n  <a b='1' c = "2"/>\n  <d></d >\n</flow>\n`;
    const root = parsed(text);
    const [a, d] = root.children as [XmlElement, XmlElement];
    const inFile = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
    expect(root.children.map(({ name }) => name)).toEqual(["a", "d"]);
    expect(inFile(root.span)).toBe(text.slice(text.indexOf("<flow>"), -1));
    expect(inFile(a.span)).toBe(`<a b='1' c = "2"/>`);
    expect(inFile(a.nameSpan)).toBe("a");
    expect(inFile(d.span)).toBe("<d></d >");
    expect([...a.attributes].map(([name, { value }]) => [name, value.text])).toEqual([
      ["b", "1"],
      ["c", "2"],
    ]);
    expect([...a.attributes.values()].map(({ nameSpan }) => inFile(nameSpan))).toEqual(["b", "c"]);
  });

  it("may have attributes with the names of object members", () => {
    const root = parsed(`<a hasOwnProperty="1" b="2" __proto__="3" constructor="4"/>`);
    expect([...root.attributes].map(([name, { value }]) => `${name}=${value.text}`)).toEqual([
      "hasOwnProperty=1",
      "b=2",
      "__proto__=3",
      "constructor=4",
    ]);
  });
});

describe("text", () => {
  it("is the element's own, without its children's", () => {
    const root = parsed("<a>one<b>two</b>three<!-- four --><?five six?><![CDATA[<seven/>]]></a>");
    expect(root.text.text).toBe("onethree<seven/>");
    expect(root.children[0]?.text.text).toBe("two");
  });

  it.each([
    ["after a reference", "<a>&lt;&#x1F600; word</a>", "1:18"],
    ["after a comment", "<a>one<!-- & ]]> < -->word</a>", "1:23"],
    ["after a CDATA section", "<a><![CDATA[one]]>word</a>", "1:19"],
    ["in a CDATA section", "<a>x<![CDATA[&lt; word]]></a>", "1:19"],
    ["after an element", "<a>x<b>y</b>word</a>", "1:13"],
    ["after an instruction", "<a><?x y?>word</a>", "1:11"],
    ["with CR LF", "<a>\r\n  one\r\n  word</a>", "3:3"],
    ["with CR LF in CDATA", "<a><![CDATA[\r\n\r\n word]]></a>", "3:2"],
    ["after a byte order mark", "\uFEFF<a>word</a>", "1:5"],
    ["after a byte order mark and a declaration", `\uFEFF<?xml version="1.0"?><a>word</a>`, "1:26"],
    ["after characters of two units", "<a>😀word</a>", "1:6"],
  ])("has exact places: %s", (_, text, expected) => {
    const root = parsed(text);
    expect(place(root.text, "word")).toBe(expected);
    expect(fileText(root.text, "word")).toBe("word");
  });

  it("maps every reference as a whole", () => {
    const root = parsed("<a>1 &lt; 2 &amp;&amp; &#65;&#x42;</a>");
    expect(root.text.text).toBe("1 < 2 && AB");
    expect(fileText(root.text, "<")).toBe("&lt;");
    expect(fileText(root.text, "&&")).toBe("&amp;&amp;");
    expect(fileText(root.text, "B")).toBe("&#x42;");
    expect(fileText(root.text, "2")).toBe("2");
  });

  it("has line feeds as line ends", () => {
    expect(parsed("<a>1\r\n2\r3\n4&#13;5</a>").text.text).toBe("1\n2\n3\n4\r5");
    expect(fileText(parsed("<a>1\r2\r\n3</a>").text, "2\n3")).toBe("2\r\n3");
  });

  it("that is empty has the place after the start tag", () => {
    for (const text of ["<a x='1'></a>", "<a x='1'><!-- c --></a>", "<a x='1'/>"]) {
      expect(parsed(text).text.span(0, 0).start).toBe(text.indexOf(">") + 1);
    }
  });
});

describe("attribute values", () => {
  const value = (text: string) => parsed(text).attributes.get("b")?.value as MappedText;

  it("are decoded, with space for tabs and line ends", () => {
    expect(value(`<a b="1&#10;\t2\r\n3\r4 &quot;&apos;&gt; >'"/>`).text).toBe(`1\n 2 3 4 "'> >'`);
  });

  it.each([
    [`<a b="word"/>`, "1:7"],
    [`<a\n  b = '&lt; word'/>`, "2:13"],
    [`<a c="x"\r\n\tb="\r\n\tword"/>`, "3:2"],
  ])("have exact places: %j", (text, expected) => {
    expect(place(value(text), "word")).toBe(expected);
    expect(fileText(value(text), "word")).toBe("word");
  });

  it("that are empty have the place between the quotes", () => {
    expect(value(`<a b=""/>`).span(0, 0)).toMatchObject({ start: 6, end: 6 });
  });
});

describe("errors", () => {
  it.each([
    ["", `1:1 xmlNoRoot ""`],
    ["<!-- only -->", `1:1 xmlNoRoot ""`],
    ["text", `1:1 xmlOutsideRoot "t"`],
    ["<a/>text", `1:5 xmlOutsideRoot "t"`],
    ["<a/><![CDATA[x]]>", `1:5 xmlOutsideRoot "<![CDATA[x]]>"`],
    ["<a/>\n<b/>", `2:2 xmlSecondRoot "b"`],
    ["<a>\n  <b>\n</a>", `3:1 xmlTagMismatch "</a>"`],
    ["<a/></a>", `1:5 xmlStrayEndTag "</a>"`],
    ["<a>\n <b>", `2:3 xmlUnclosedElement "b"`],
    ["<a>\n <b", `2:2 xmlUnclosedMarkup "<"`],
    [`<a>\n <b c="</b></a>`, `2:2 xmlUnclosedMarkup "<"`],
    ["<a></", `1:4 xmlUnclosedMarkup "<"`],
    ["<", `1:1 xmlUnclosedMarkup "<"`],
    ["<a>1 < 2</a>", `1:6 xmlStrayLessThan "<"`],
    ["<a>1 <2</a>", `1:6 xmlStrayLessThan "<"`],
    ["< a/>", `1:1 xmlStrayLessThan "<"`],
    ["<a b/>", `1:5 xmlUnexpectedCharacter "/"`],
    ["<a b></a>", `1:4 xmlAttributeWithoutValue "b"`],
    [`<a b  c="1"/>`, `1:4 xmlAttributeWithoutValue "b"`],
    ["<a b=1/>", `1:6 xmlAttributeUnquoted "1"`],
    [`<a b="1"c="2"/>`, `1:9 xmlAttributeSpace "c"`],
    ["<a$/>", `1:3 xmlUnexpectedCharacter "$"`],
    ["<a &amp;/>", `1:4 xmlUnexpectedCharacter "&"`],
    ["<a / >", `1:5 xmlUnexpectedCharacter " "`],
    ["<a></a b>", `1:8 xmlUnexpectedCharacter "b"`],
    ["<a><!-- x</a>", `1:4 xmlUnclosedMarkup "<!--"`],
    ["<a><![CDATA[x]]</a>", `1:4 xmlUnclosedMarkup "<![CDATA["`],
    ["<a><?x</a>", `1:4 xmlUnclosedMarkup "<?"`],
    ["<a><!ELEMENT x></a>", `1:4 xmlUnknownDeclaration "<!"`],
    ["<a <!-- x --> b='1'/>", `1:4 xmlMarkupInTag "<!-- x -->"`],
    ["<a></a <![CDATA[x]]>>", `1:8 xmlMarkupInTag "<![CDATA[x]]>"`],
    [`<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>`, `1:1 xmlDoctype "<!"`],
    ["\n<!doctype html><a/>", `2:1 xmlDoctype "<!"`],
  ])("of structure end reading: %j", (text, expected) => {
    const { root, problems } = parse(text);
    expect(problems).toEqual([expected]);
    expect(root).toBeUndefined();
  });

  it.each([
    ["<a>&nbsp;</a>", `1:4 xmlUndefinedEntity "&nbsp;"`, "&nbsp;"],
    ["<a>&LT;</a>", `1:4 xmlUndefinedEntity "&LT;"`, "&LT;"],
    ["<a>&constructor;</a>", `1:4 xmlUndefinedEntity "&constructor;"`, "&constructor;"],
    ["<a>x && y</a>", `1:6 xmlStrayAmpersand "&&"`, "x && y"],
    ["<a>&<b/></a>", `1:4 xmlStrayAmpersand "&"`, "&"],
    ["<a>&#0;</a>", `1:4 xmlCharacterReference "&#0;"`, "&#0;"],
    ["<a>&#xD800;</a>", `1:4 xmlCharacterReference "&#xD800;"`, "&#xD800;"],
    ["<a>&#99999999999999999999;</a>", `1:4 xmlCharacterReference "&#99999999999999999999;"`, undefined],
    ["<a>$a[1]]>2</a>", `1:8 xmlCdataEnd "]]>"`, "$a[1]]>2"],
    ["<a><!-- x -- y --></a>", `1:11 xmlCommentDashes "--"`, ""],
    ["<a><!-- x ---></a>", `1:11 xmlCommentDashes "--"`, ""],
    ["\n<?xml version='1.0'?><a/>", `2:1 xmlDeclarationPlace "<?xml"`, ""],
    ["<?xml version='1.0' encoding='ISO-8859-1'?><a>ä</a>", `1:21 xmlEncoding "encoding='ISO-8859-1'"`, "ä"],
    ["<a>\0</a>", `1:4 xmlCharacter "\\u0000"`, "\0"],
    ["<a>\uD800</a>", `1:4 xmlCharacter "\\ud800"`, "\uD800"],
  ])("of content leave the rest readable: %j", (text, expected, content) => {
    const { root, problems } = parse(text);
    expect(problems[0]).toBe(expected);
    if (content !== undefined) expect(root?.text.text).toBe(content);
  });

  it("of content are all reported", () => {
    const { root, problems } = parse(`<a b="&x; <" b="2">&y;<!-- &z; -->\n&w; &amp;</a>`);
    expect(problems).toEqual([
      `1:7 xmlUndefinedEntity "&x;"`,
      `1:11 xmlAttributeLessThan "<"`,
      `1:14 xmlDuplicateAttribute "b"`,
      `1:20 xmlUndefinedEntity "&y;"`,
      `2:1 xmlUndefinedEntity "&w;"`,
    ]);
    expect(root?.attributes.get("b")?.value.text).toBe("&x; <");
  });

  it("accept other encodings where only ASCII follows", () => {
    expect(parsed("<?xml version='1.0' encoding='ISO-8859-1'?><a>x</a>").text.text).toBe("x");
  });
});

describe("hostile files", () => {
  it("are refused when nested too deeply", () => {
    expect(parse("<a>".repeat(200) + "</a>".repeat(200)).problems).toEqual([]);
    expect(parse("<a>".repeat(201) + "</a>".repeat(201)).problems).toEqual([`1:602 xmlTooDeep "a"`]);
    expect(parse("<a>".repeat(1e6)).root).toBeUndefined();
  });

  const n = 300_000;
  it.each([
    ["many end tags", `<a>${"</b>".repeat(n)}`],
    ["an endless declaration", `<a><!${"x".repeat(n)}`],
    ["many comment starts", `<a>${"<!--".repeat(n)}`],
    ["many comments", `<a>${"<!---->".repeat(n)}</a>`],
    ["many ampersands", `<a>${"&".repeat(n)}</a>`],
    ["many attributes", `<a ${Array.from({ length: n }, (_, i) => `a${i}="&lt;"`).join(" ")}/>`],
    ["many references", `<a>${"&#x000041;".repeat(n)}</a>`],
    ["many line ends", `<a>${"\r\n".repeat(n)}</a>`],
    ["many elements", `<a>${"<b>&lt;</b>".repeat(n)}</a>`],
    ["a long name", `<a${"b".repeat(n)} `],
    ["much space", `<a b${" ".repeat(n)}c`],
    ["many spaces in an instruction", `<?xml${" encoding".repeat(n)}?><a>ä</a>`],
  ])("cost linear time: %s", (_, text) => {
    // Time of the processor: what else the machine does says nothing. Quadratic cost would take minutes.
    const start = process.cpuUsage();
    parse(text);
    expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
  });
});
