/** XSLT 1.0 §5.2: what patterns match. Each case says which nodes of the document match. */
import { apply, type Case, template } from "./case.js";

const doc =
  '<r xml:lang="en"><a id="1"><b>x</b><b k="v">y</b></a><a id="2" xml:lang="de"><c><b/></c><!--z--></a><?t u?><d xmlns="urn:d" xmlns:e="urn:e" e:f="g"><h/></d></r>';

/** The nodes in document order that match: each element by its name, each other node by what it is. */
function matching(pattern: string, expected: string, more: Partial<Case> = {}): Case {
  const show = '<xsl:value-of select="concat(name(), &quot;,&quot;)"/>';
  const walk = apply("@*|node()");
  return {
    name: `matches ${pattern}`,
    attributes: 'xmlns:d="urn:d" xmlns:o="urn:e"',
    sheet: `<xsl:output method="text"/>${template("node()|@*|/", walk, 'priority="-9"')}${template(
      pattern.replaceAll('"', "&quot;"),
      `${show}${walk}`,
      'priority="9"',
    )}`,
    input: doc,
    expected,
    ...more,
  };
}

export const patterns: readonly Case[] = [
  matching("/", ","),
  matching("a", "a,a,"),
  matching("*", "r,a,b,b,a,c,b,d,h,"),
  matching("@*", "xml:lang,id,k,id,xml:lang,e:f,"),
  matching("@id", "id,id,"),
  matching("attribute::id", "id,id,"),
  matching("child::a", "a,a,"),
  matching("text()", ",,"),
  matching("comment()", ","),
  matching("processing-instruction()", "t,"),
  matching("processing-instruction('t')", "t,"),
  matching("processing-instruction('u')", ""),
  matching("node()", "r,a,b,,b,,a,c,b,,t,d,h,"),
  matching("a/b", "b,b,"),
  matching("a//b", "b,b,b,"),
  matching("r/*/b", "b,b,"),
  matching("/r", "r,"),
  matching("/a", ""),
  matching("/*", "r,"),
  matching("//b", "b,b,b,"),
  matching("/r/a", "a,a,"),
  matching("/r//b", "b,b,b,"),
  matching("/node()", "r,"),
  matching("a/@id", "id,id,"),
  matching("a//@k", "k,"),
  matching("@*/node()", ""),
  matching("a|b", "a,b,b,a,b,"),
  matching("a | @id | text()", "a,id,,,a,id,"),
  matching("d:*", "d,h,"),
  matching("d:h", "h,"),
  matching("h", ""),
  matching("@o:f", "e:f,"),
  matching("@o:*", "e:f,"),
  matching("@f", "", { libxslt: "takes attributes of any namespace" }),
  matching("a[1]", "a,"),
  matching("a[2]", "a,"),
  matching("a[3]", ""),
  matching("b[last()]", "b,b,"),
  matching("b[position() = 1]", "b,b,"),
  matching("*[2]", "b,a,"),
  matching("a/*[1]", "b,c,"),
  matching("a//b[1]", "b,b,"),
  matching("node()[2]", "b,a,,"),
  matching("@*[. = '1']", "id,"),
  matching("b[@k]", "b,"),
  matching("b[@k = 'v']", "b,"),
  matching("a[b]", "a,"),
  matching("a[.//b]", "a,a,"),
  matching("a[@id][2]", "a,"),
  matching("a[b][1]", "a,"),
  matching("a[2][b]", ""),
  matching("a[@id='1']/b[2]", "b,"),
  matching("a[1]/b[. = 'x']", "b,"),
  matching("*[self::a or self::c]", "a,a,c,"),
  matching("b[ancestor::c]", "b,"),
  matching("b[count(preceding::b) = 2]", "b,"),
  matching("b[not(following-sibling::b)]", "b,b,"),
  matching("*[lang('de')]", "a,c,b,"),
  matching("text()[. = 'y']", ","),
  matching("comment()[. = 'z']", ","),
  matching("id('i2')", "b,", {
    input: '<!DOCTYPE r [<!ATTLIST b i ID #IMPLIED>]><r><b i="i1"/><b i="i2"/></r>',
  }),
  matching("id('i1 i2')", "b,b,", {
    libxslt: "takes the text for one identifier",
    input: '<!DOCTYPE r [<!ATTLIST b i ID #IMPLIED>]><r><b i="i1"/><b i="i2"/></r>',
  }),
  matching("id('i1')/c", "c,", {
    input: '<!DOCTYPE r [<!ATTLIST b i ID #IMPLIED>]><r><b i="i1"><c/><d><c/></d></b><c/></r>',
  }),
  matching("id('i1')//c", "c,c,", {
    input: '<!DOCTYPE r [<!ATTLIST b i ID #IMPLIED>]><r><b i="i1"><c/><d><c/></d></b><c/></r>',
  }),
  {
    ...matching("key('k', '1')", "a,"),
    sheet: `<xsl:key name="k" match="a" use="@id"/>${matching("key('k', '1')", "").sheet}`,
  },
  {
    ...matching("key('k', '1')/b[2]", "b,"),
    sheet: `<xsl:key name="k" match="a" use="@id"/>${matching("key('k', '1')/b[2]", "").sheet}`,
  },
  {
    name: "key() in each document that templates are applied to",
    attributes: 'xmlns:exsl="http://exslt.org/common" exclude-result-prefixes="exsl"',
    sheet:
      '<xsl:key name="k" match="a" use="@id"/><xsl:variable name="t"><a id="2"/><a id="1"/></xsl:variable>' +
      template("/", `<o>${apply("//a")}${apply("exsl:node-set($t)/a")}${apply("//a")}</o>`) +
      template("key('k', '1')", "<hit/>") +
      template("a", "<miss/>", 'priority="0"'),
    input: '<r><a id="1"/><a id="2"/></r>',
    expected: "<o><hit/><miss/><miss/><hit/><hit/><miss/></o>",
    libxslt: "has no keys for the trees of variables",
  },
  {
    name: "names that patterns ask for, of each type of node, beside those that none asks for",
    sheet: [
      template("/", `<o>${apply("//node()|//@*")}</o>`),
      ...["e", "f", "p:e", "p:*", "*", "@e", "@p:e", "@p:*", "@*", "processing-instruction('e')"].map(
        (match) => template(match, `${match},`),
      ),
      template("processing-instruction()|comment()|text()", "other,"),
    ].join(""),
    attributes: 'xmlns:p="urn:p" exclude-result-prefixes="p"',
    input:
      '<e e="" g="" xmlns:q="urn:p" q:e="" q:g=""><f/><g/><q:e/><q:g/><r:e xmlns:r="urn:r"/><?e ?><?g ?>t</e>',
    expected: "<o>e,@e,@*,@p:e,@p:*,f,*,p:e,p:*,*,processing-instruction('e'),other,other,</o>",
  },
  matching("a [ @id ] / b", "b,b,"),
  matching("child::a/child::b", "b,b,"),
  matching("child::node()", "r,a,b,,b,,a,c,b,,t,d,h,"),
  matching("a[b = current()/b]", "a,"),
  matching("or", "or,", { input: "<r><or/></r>" }),
  matching("div/mod", "mod,", { input: "<div><mod/></div>" }),
  matching("text[1]", "text,", { input: "<r><text/><text/></r>" }),
  matching("é", "é,", { input: "<r><é/></r>" }),
];
