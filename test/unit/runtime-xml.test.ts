import { describe, expect, it } from "vitest";
import { maxDepth, maxNodes, TreeLimitError } from "../../runtime/base/tree-limits.js";
import type { Node } from "../../runtime/data/model/node.js";
import { parseXml, XmlSyntaxError } from "../../runtime/data/xml/parse-xml.js";
import { at } from "../../runtime/data/xpath/child-path.js";
import { attribute, child, descendant } from "../../runtime/data/xpath/make-step.js";
import { select } from "../../runtime/data/xpath/node-path.js";
import { charactersTested } from "../support/expression-work.js";
import { workTime } from "../support/growth.js";

const text = (xml: string) => parseXml(xml).toText();

describe("parseXml", () => {
  it("joins character data, CDATA and references to one text node", () => {
    const r = parseXml("<r>a&lt;<![CDATA[<b>&amp;]]>&#65;&#x1F600;&quot;&apos;</r>").documentElement;
    expect(r?.children).toHaveLength(1);
    expect(r?.toText()).toBe("a<<b>&amp;A😀\"'");
  });

  it("leaves comments and instructions out of the text", () => {
    expect(text("<?xml version='1.0' encoding='UTF-8'?>\n<!-- x --><r>a<!-- b -->c<?d e?></r>\n")).toBe("ac");
    expect(parseXml("<!--x--><r/><?y z?>").children.map(({ type }) => type)).toEqual([
      "comment",
      "element",
      "processing-instruction",
    ]);
  });

  it("keeps comments, CDATA and instructions as they are written", () => {
    const { children = [] } =
      parseXml("<r><!----><!-- &amp; --><?x \n a ?? ??><?y?></r>").documentElement ?? {};
    expect(children.map((child) => [child.name, child.toText()])).toEqual([
      ["", ""],
      ["", " &amp; "],
      ["x", "a ?? ?"],
      ["y", ""],
    ]);
    expect(text("<r><![CDATA[]]]]><![CDATA[>]]]></r>")).toBe("]]>]");
  });

  it("takes line ends as line feeds", () => expect(text("<r>a\r\nb\rc</r>")).toBe("a\nb\nc"));
  it("skips a byte order mark", () => expect(text("\ufeff<r>a</r>")).toBe("a"));

  it("reads attributes whatever their names are", () => {
    const names = ["hasOwnProperty", "__proto__", "constructor", "toString", "a"];
    const r = parseXml(
      `<r ${names.map((name) => `${name}="${name}!"`).join(" ")}><i b='"'/></r>`,
    ).documentElement;
    expect(r?.attributes.map(({ name }) => name)).toEqual(names);
    expect(r?.attributes.map((one) => one.toText())).toEqual(names.map((name) => `${name}!`));
    expect(select(r, "i", attribute("b")).toText()).toBe('"');
  });

  it("reads names of all planes", () => {
    const { name, attributes = [] } =
      parseXml("<\u{10000}é.-\u{effff} \u{2f800}='1'/>").documentElement ?? {};
    expect([name, attributes[0]?.name]).toEqual(["\u{10000}é.-\u{effff}", "\u{2f800}"]);
  });

  it("says no more of a text than anyone would read", () => {
    const name = "x".repeat(100_000);
    for (const xml of [`<a>&${name};</a>`, `<${name}:a/>`, `<${name}`, `<a ${name}='' ${name}=''/>`])
      expect(() => parseXml(xml)).toThrow(/^.{50,300}$/);
  });

  it("resolves namespaces by scope", () => {
    const document = parseXml(
      '<a xmlns="urn:1" xmlns:p="urn:2"><p:b p:k="" k=""/><c xmlns="" xmlns:p="urn:3"><p:d/></c><e/></a>',
    );
    const uris = select(document, descendant("node()"))
      .nodes()
      .map((node) => `${node.localName}=${node.namespaceUri}`);
    expect(uris).toEqual(["a=urn:1", "b=urn:2", "c=", "d=urn:3", "e=urn:1"]);
    const attributes = select(document, descendant("p:b"), attribute("*")).nodes();
    expect(attributes.map((node) => `${node.localName}=${node.namespaceUri}`)).toEqual(["k=urn:2", "k="]);
  });

  it.each([
    ["", "No root element"],
    ["   ", "No root element"],
    ["text", "Text outside of the root element"],
    ["<a>", "Unclosed element a"],
    ["<a></b>", "Unexpected close tag"],
    ["<a/><b/>", "Markup behind the root element"],
    ["<a/>text", "Text outside of the root element"],
    ["<a b='1' b='2'/>", "Duplicate attribute b"],
    ["<a __proto__='1' __proto__='2'/>", "Duplicate attribute"],
    ["<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>", "Duplicate attribute q:b"],
    ["<a xmlns='u' xmlns='v'/>", "Duplicate attribute xmlns"],
    ["<a b/>", "The attribute b has no value"],
    ["<a b", "The attribute b has no value"],
    ["<a b='1'c='2'/>", "Unexpected character in a tag"],
    ["<a b='1", "Unclosed attribute value"],
    ["<a", "Unexpected character in a tag"],
    ["<a / >", "Unexpected character in a tag"],
    ["<a b=1/>", "Unquoted attribute value"],
    ["<p:a/>", "Undeclared namespace prefix p"],
    ["<a constructor:b='1'/>", "Undeclared namespace prefix constructor"],
    ["<a><b xmlns:p='u'/><p:c/></a>", "Undeclared namespace prefix p"],
    ["<a:b:c xmlns:a='u'/>", "Invalid name a:b:c"],
    ["<a :b='1'/>", "Invalid name :b"],
    ["<a xmlns:p=''/>", "Invalid namespace declaration xmlns:p"],
    ["<a xmlns:xml='u'/>", "Invalid namespace declaration xmlns:xml"],
    ["<a xmlns:xmlns='u'/>", "Invalid namespace declaration"],
    ["<a>&nbsp;</a>", "Unknown entity nbsp"],
    ["<a>&constructor;</a>", "Unknown entity constructor"],
    ["<a>&LT;</a>", "Unknown entity LT"],
    ["<a>&#0;</a>", "Invalid character reference"],
    ["<a>&#xD800;</a>", "Invalid character reference"],
    ["<a>&#99999999999999999999;</a>", "Invalid character reference"],
    ["<a>&</a>", "An & begins no reference"],
    ["<a>&amp</a>", "An & begins no reference"],
    ["<a b='x & y'/>", "An & begins no reference"],
    ["<a b='<'/>", "Unescaped < in an attribute"],
    ["<a>]]></a>", "]]> outside of a CDATA section"],
    ["<a>\u0001</a>", "Character that XML does not allow at line 1, column 4"],
    ["<a>\n\ud800</a>", "Character that XML does not allow at line 2, column 1"],
    ["<a b='\uffff'/>", "Character that XML does not allow"],
    [" <?xml version='1.0'?><a/>", "Invalid processing instruction"],
    ["<a><?xml version='1.0'?></a>", "Invalid processing instruction"],
    ["<?xml encoding='UTF-8'?><a/>", "Invalid processing instruction"],
    ["<?xml version='2.0'?><a/>", "Invalid processing instruction"],
    ["<a><!ELEMENT b></a>", "Unexpected declaration"],
    ["<a><!-- x", "Unclosed <!-- at line 1, column 4"],
    ["<a><![CDATA[x]]</a>", "Unclosed <![CDATA[ at line 1, column 4"],
    ["<a><?x</a>", "Unclosed <? at line 1, column 4"],
    ["<a><!-- -- --></a>", "-- within a comment at line 1, column 9"],
    ["<a><!-- ---></a>", "-- within a comment"],
    ["<a><![cdata[x]]></a>", "Unexpected declaration"],
    ["<![CDATA[x]]><a/>", "Unexpected <"],
    ["<a/><![CDATA[x]]>", "Markup behind the root element"],
    ["< a/>", "Unexpected < at line 1, column 1"],
    ["<a b=<?c?>/>", "Unquoted attribute value"],
    ["<a <!-- b -->/>", "Unexpected character in a tag"],
    ["<a b='<!-- c -->'/>", "Unescaped < in an attribute"],
    ["<a></a <?b?>>", "Unexpected close tag"],
    ["<a></ab>", "Unexpected close tag"],
    ["<a></a/>", "Unexpected close tag"],
    ["<a></ a>", "Unexpected close tag"],
    ["<a><?b?c d?></a>", "Invalid processing instruction"],
    ["<a><??></a>", "Invalid processing instruction"],
    ['{"json": true}', "Text outside of the root element"],
    ["<a><\u{f0000}/></a>", "Invalid name \u{f0000}"],
    ["<a \u00d7='1'/>", "Invalid name \u00d7"],
    ["<?xml version='1.0'\u00a0?><a/>", "Invalid processing instruction"],
    ["<?xml version='1.0' standalone='no\"?><a/>", "Invalid processing instruction"],
    ["<a><?p:q r?></a>", "Invalid processing instruction"],
  ])("refuses %s", (xml, message) => {
    expect(() => parseXml(xml)).toThrow(XmlSyntaxError);
    expect(() => parseXml(xml)).toThrow(message);
  });

  it("says where the mistake is", () => {
    expect(() => parseXml("<a><!--\n\n--><?x\n?></b></a>")).toThrow(
      "Unexpected close tag at line 4, column 3",
    );
    expect(() => parseXml("<a>\n  <b></c>\n</a>")).toThrow("Unexpected close tag at line 2, column 6");
  });

  it("bounds depth and size", () => {
    const nested = (depth: number) => `${"<a>".repeat(depth)}x${"</a>".repeat(depth)}`;
    expect(text(nested(maxDepth))).toBe("x");
    expect(() => parseXml(nested(maxDepth + 1))).toThrow(TreeLimitError);
    expect(() => parseXml(`<a>${"<b/>".repeat(maxNodes)}</a>`)).toThrow(TreeLimitError);
  });

  it.each([
    ["<r><!", "A", ""],
    ["<r><   !", "A", ""],
    ["<r><!'", "A", ""],
    ["<r><![CDATA", "[", ""],
    ["<r><!-- a --><!-", "A", ""],
    ["<r><?a ??><!-- ?><!", "A", "-->"],
    ["<r><a b='<!--' c='--><!", "A", "'/>"],
    ["<!DOCTYPE r [ <!", "A", ""],
    ["<!DOCTYPE r [<!ENTITY a '", "<!A", "'>]><r/>"],
  ])("looks at each character of %s%s… a bounded number of times", (before, repeated, after) => {
    const work = (count: number) =>
      charactersTested(() => {
        try {
          parseXml(before + repeated.repeat(count) + after);
        } catch (error) {
          expect(error).toBeInstanceOf(XmlSyntaxError);
        }
      });
    expect(work(40_000)).toBeLessThan(40_000 * 12);
  });

  it("compares names with a long namespace, and long names of defaults, without copying them", () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `${index % 2 ? "p" : "q"}:a${index}=""`);
    const uri = "u".repeat(200_000);
    const { attributes } = parseXml(`<r xmlns:p="${uri}" xmlns:q="${uri}" ${names.join(" ")}/>`)
      .documentElement as Node;
    expect(new Set(attributes.map(({ namespaceUri }) => namespaceUri)).size).toBe(1);
    expect(() => parseXml(`<r xmlns:p="${uri}" xmlns:q="${uri}" p:a="" q:a=""/>`)).toThrow(
      "Duplicate attribute q:a",
    );
    const declaration = `<!DOCTYPE r [<!ATTLIST a ${"n".repeat(200_000)} CDATA "">]>`;
    expect(() => parseXml(`${declaration}<r>${"<a/>".repeat(6)}</r>`)).toThrow(TreeLimitError);
  });

  it("takes linear time for many attributes, declarations and root comments", () => {
    const many = (count: number, make: (index: number) => string) =>
      Array.from({ length: count }, (_, i) => make(i)).join("");
    const start = workTime();
    parseXml(`<a ${many(50_000, (i) => ` a${i}=""`)}/>`);
    parseXml(`<a ${many(5_000, (i) => ` xmlns:a${i}="u"`)}>${many(50_000, () => "<b/>")}</a>`);
    parseXml(
      `${many(1_000, (i) => `<a xmlns:p${i}="u">`)}${many(50_000, () => "<b/>")}${many(1_000, () => "</a>")}`,
    );
    parseXml(`${many(50_000, () => "<!--x-->")}<a/>`);
    expect(workTime() - start).toBeLessThan(3000);
  });
});

describe("A document type declaration", () => {
  const document = (declarations: string, content: string, id = "") =>
    parseXml(`<!DOCTYPE a ${id}[${declarations}]>${content}`);

  it("adds no nodes, and does not move the places of errors", () => {
    const { children } = document(
      '<!-- > ] --><?p "?><!ELEMENT a (#PCDATA)><!NOTATION n SYSTEM "]>">',
      "<a/>",
    );
    expect(children.map(({ type }) => type)).toEqual(["element"]);
    expect(() => document("\n", "<a></b>")).toThrow("line 2, column 6");
  });

  it.each([
    ['<!ENTITY e "x">', "<a>&e;&e;</a>", "xx"],
    ['<!ENTITY e "x"><!ENTITY e "y">', "<a>&e;</a>", "x"],
    ['<!ENTITY e "&f;!"><!ENTITY f "&#65;">', "<a>&e;</a>", "A!"],
    ['<!ENTITY e "&#38;lt;&#38;#60;">', "<a>&e;</a>", "<<"],
    ['<!ENTITY lt "no">', "<a>&lt;</a>", "<"],
    ['<!ENTITY e "x">', "<a><![CDATA[&e;]]></a>", "&e;"],
    ['<!ENTITY d SYSTEM "file:///etc/passwd">', "<a>&d;</a>", ""],
    ['<!ENTITY d PUBLIC "p"\n"http://localhost/">', "<a>&d;</a>", ""],
    ["<!ENTITY % p \"<!ENTITY e 'x'>\">%p;", "<a>&e;</a>", "x"],
    ['<!ENTITY % p SYSTEM "x">%p;', "<a>&e;</a>", ""],
    ["<!ENTITY % p '&#37;q;'><!ENTITY % q '&#60;!ENTITY e \"x\">'>%p;", "<a>&e;</a>", "x"],
    ['<!ENTITY e "x<b>y</b>&#38;#60;">', "<a>&e;</a>", "xy<"],
    ['<!ENTITY e "<![CDATA[<]]>&#13;">', "<a>&e;</a>", "<\r"],
    ['<!ENTITY e "<b>&f;</b>"><!ENTITY f "<c/>x">', "<a>&e;&e;</a>", "xx"],
  ])("declares entities: %s in %s", (declarations, content, expected) => {
    expect(document(declarations, content).toText()).toBe(expected);
  });

  it("may be misspelled in these ways, all of which are refused", () => {
    // biome-ignore format: one line each would be a page
    const wrong = [
      "<!ELEMENT b (c)", "<!ELEMENT b>", "<!ELEMENT b c>", "<!ELEMENT b(c)>", "<!ELEMENT b ()>",
      "<!ELEMENT b (c,d|e)>", "<!ELEMENT b (c d)>", "<!ELEMENT b (c ?)>", "<!ELEMENT b ((c)>",
      "<!ELEMENT b (c))>", "<!ELEMENT b (c)d>", "<!ELEMENT b (#PCDATA|c)>", "<!ELEMENT b (#PCDATA,c)*>",
      "<!ELEMENT b (c|#PCDATA)*>", "<!ELEMENT b (%p;)>", "<!ELEMENT 1 ANY>",
      "<!ATTLIST b c (d,e) #IMPLIED>", "<!ATTLIST b c () #IMPLIED>", "<!ATTLIST b c NUMBER #IMPLIED>",
      "<!ATTLIST b c CDATA d>", "<!ATTLIST b c CDATA#IMPLIED>", "<!ATTLIST b c NOTATION (1) #IMPLIED>",
      "<!ATTLIST b c CDATA #FIXED>", '<!ATTLIST b c CDATA "d"e CDATA "f">', "<!ATTLIST>",
      '<!ENTITY b PUBLIC "c">', '<!ENTITY b PUBLIC "{" "c">', '<!ENTITY b SYSTEM "c"NDATA d>',
      '<!ENTITY % b SYSTEM "c" NDATA d>', '<!ENTITY b "&">', '<!ENTITY b "&c">', '<!ENTITY b "&#0;">',
      '<!ENTITY b "&1;">', '<!ENTITY %b "c">', '<!ENTITY b:c "d">', "<!NOTATION b>", "<!NOTATION b PUBLIC>",
      '<!NOTATION b PUBLIC "c"!>', '<!NOTATION b:c SYSTEM "d">', "<!-- -- -->", "<?xml version='1.0'?>",
      "<!element b ANY>", "b", "%p", "% p;", "<![INCLUDE[]]>",
    ];
    const accepted = wrong.filter((declaration) => {
      try {
        return document(declaration, "<a/>") !== undefined;
      } catch (error) {
        if (error instanceof XmlSyntaxError) return false;
        throw error;
      }
    });
    expect(accepted).toEqual([]);
  });

  it("may say these things, all of which are read over", () => {
    const right = `
      <!ELEMENT b (c)><!ELEMENT b EMPTY ><!ELEMENT b ANY><!ELEMENT b ((c,d?)*|(e+|f)|g)?>
      <!ELEMENT b ( #PCDATA )><!ELEMENT b (#PCDATA)*><!ELEMENT b ( #PCDATA | c:d )* >
      <!ATTLIST b><!ATTLIST b c NOTATION ( d | e ) #IMPLIED f (1|-|a:b) '1' >
      <!ENTITY % c 'd'><!ENTITY c PUBLIC 'd' "e" NDATA f >
      <!NOTATION b SYSTEM 'c'><!NOTATION b PUBLIC "c" ><!NOTATION b PUBLIC "c" 'd'>`;
    expect(document(right, "<a/>").children).toHaveLength(1);
    const deep = 100_000;
    expect(document(`<!ELEMENT b ${"(".repeat(deep)}c${")".repeat(deep)}>`, "<a/>").children).toHaveLength(1);
  });

  it("leaves no doubt about entities if the document stands alone", () => {
    const declared = "<!DOCTYPE a [<!ENTITY % p SYSTEM 'x'>%p;]><a>&e;</a>";
    expect(parseXml(`<?xml version="1.0" standalone="no"?>${declared}`).toText()).toBe("");
    expect(() => parseXml(`<?xml version="1.0" standalone="yes"?>${declared}`)).toThrow("Unknown entity e");
  });

  it("may be in another file, which is not read: what it could declare stands for nothing", () => {
    expect(document("", "<a>x&nbsp;y</a>", 'PUBLIC "p" "http://localhost/x.dtd" ').toText()).toBe("xy");
    expect(parseXml("<!DOCTYPE a SYSTEM 'x.dtd'><a b='&e;'>&e;</a>").toText()).toBe("");
  });

  it.each([
    ['<!ENTITY e "&e;">', "<a>&e;</a>", "Entities nest too deep"],
    ['<!ENTITY e "&f;"><!ENTITY f "&e;">', "<a b='&e;'/>", "Entities nest too deep"],
    ['<!ENTITY e "<b>&e;</b>">', "<a>&e;</a>", "Entities nest too deep"],
    ["<!ENTITY % p '&#37;p;'>%p;", "<a/>", "Entities nest too deep"],
    ['<!ENTITY e "<b>">', "<a>&e;</b></a>", "Unclosed element b"],
    ['<!ENTITY e "</b>">', "<a><b>&e;</a>", "Unexpected close tag"],
    ['<!ENTITY e "</b><b>">', "<a><b>&e;</b></a>", "Unexpected close tag"],
    ['<!ENTITY e "<b">', "<a>&e;/></a>", "Unexpected character in a tag"],
    ['<!ENTITY e "&#38;">', "<a>&e;#60;</a>", "An & begins no reference"],
    ['<!ENTITY e "]]>">', "<a>&e;</a>", "]]> outside of a CDATA section"],
    ['<!ENTITY e SYSTEM "x" NDATA n>', "<a>&e;</a>", "The entity e is no XML"],
    ['<!ATTLIST a b CDATA "&e;"><!ENTITY e "x">', "<a/>", "Unknown entity e"],
    ['<!ATTLIST a b CDATA "<">', "<a/>", "Unescaped < in an attribute"],
    ['<!ENTITY e "<">', "<a b='&e;'/>", "Unescaped < in an attribute"],
    ['<!ENTITY e SYSTEM "x">', "<a b='&e;'/>", "The entity e is not in this document"],
    ['<!ENTITY e "%p;">', "<a/>", "Malformed document type declaration"],
    ['<!ENTITY e "x>', "<a/>", "Malformed document type declaration"],
    ["<!ENTITY e>", "<a/>", "Malformed document type declaration"],
    ["<!ATTLIST a b>", "<a/>", "Malformed document type declaration"],
    ["<!FOO>", "<a/>", "Malformed document type declaration"],
    ["", "<!DOCTYPE a><a/>", "Unexpected <"],
  ])("is refused: %s with %s", (declarations, content, message) => {
    expect(() => document(declarations, content)).toThrow(XmlSyntaxError);
    expect(() => document(declarations, content)).toThrow(message);
  });

  it("declares the types and defaults of attributes", () => {
    const a = document(
      '<!ATTLIST a k ID #REQUIRED t NMTOKENS #IMPLIED d CDATA "1  &#60;" f CDATA #FIXED \'2\' d CDATA "3">',
      '<a k=" x " t=" 1\n 2 " c=" 1 "/>',
    ).documentElement;
    const values = a?.attributes.map((one) => [one.name, one.toText()]);
    expect(Object.fromEntries(values ?? [])).toEqual({ k: "x", t: "1 2", c: " 1 ", d: "1  <", f: "2" });
  });

  it("says which attribute id() finds an element by", () => {
    const found = document(
      "<!ATTLIST b k ID #IMPLIED>",
      '<a k="1"><b k="1"/><c k="2"/><b k="2" xml:id="3"/></a>',
    );
    expect(["1", "2", "3", "4"].map((id) => found.elementById(id)?.order)).toEqual([0, 2, 2, undefined]);
  });

  it("expands to so much and no more, in time that is linear", () => {
    const bombs = [
      [
        '<!ENTITY e0 "xxxxxxxxxx">',
        (n: number) => `<!ENTITY e${n} "${`&e${n - 1};`.repeat(10)}">`,
        "<a>&e9;</a>",
      ],
      ['<!ENTITY e0 "">', (n: number) => `<!ENTITY e${n} "${`&e${n - 1};`.repeat(10)}">`, "<a b='&e9;'/>"],
      [`<!ATTLIST b x CDATA "${"x".repeat(100_000)}">`, () => "", `<a>${"<b/>".repeat(100_000)}</a>`],
    ] as const;
    const start = workTime();
    for (const [first, next, content] of bombs) {
      const declarations = first + Array.from({ length: 9 }, (_, index) => next(index + 1)).join("");
      expect(() => document(declarations, content)).toThrow(TreeLimitError);
    }
    document(
      `<!ATTLIST a ${Array.from({ length: 50_000 }, (_, n) => `a${n} CDATA #IMPLIED `).join("")}>`,
      "<a/>",
    );
    document("<!-- -->".repeat(50_000), "<a/>");
    expect(workTime() - start).toBeLessThan(3000);
  });
});

describe("XML as JSON", () => {
  it("is text, unless the element is in Object XML Notation", () => {
    const json = (xml: string) => parseXml(xml).toJson();
    expect(json("<r> a<b>c</b></r>")).toBe(" ac");
    expect(json('<r number="5">6</r>')).toBe("6");
    expect(json('<r number="">6.5</r>')).toBe(6.5);
    expect(json('<r number="">x</r>')).toBe(null);
    expect(json('<r boolean="">true</r>')).toBe(true);
    expect(json('<r boolean="">false</r>')).toBe(false);
    expect(json('<r null="">x</r>')).toBe(null);
    expect(json('<r string="">5</r>')).toBe("5");
    expect(
      JSON.stringify(
        json(`<json object="">
          <l array=""><value>a</value><value number="">1</value></l>
          <json-element name="odd name" object=""/>
          <json-element name="__proto__" null=""/>
        </json>`),
      ),
    ).toBe('{"l":["a",1],"odd name":{},"__proto__":null}');
  });

  it("is text for attributes and text nodes", () => {
    const r = select(parseXml('<r k="5">a<b/>c</r>'), "r");
    expect(select(r, attribute("k")).toJson()).toBe("5");
    expect(
      select(r, child("text()"))
        .nodes()
        .map((node) => node.toJson()),
    ).toEqual(["a", "c"]);
  });

  it("is read by plain steps like JSON", () => {
    expect(at(parseXml('<json object=""><a number="">1</a></json>'), "json", "a")).toMatchObject({
      name: "a",
    });
  });
});
