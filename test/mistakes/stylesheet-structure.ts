import { flowFile } from "../support/samples.js";
import type { Mistake, Mistakes } from "./support.js";

const sheet = (content: string, attributes = "", files: Mistake["files"] = {}): Mistake => ({
  files: {
    "orders.xml": flowFile(
      `<request>{ "url": "https://shop.example/orders.xml" }</request>\n<xslt src="orders.xsl"/>`,
    ),
    "orders.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"${attributes}>
${content}
</xsl:stylesheet>
`,
    ...files,
  },
});

const other = (content: string) =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${content}</xsl:stylesheet>\n`;

const root = `<xsl:template match="/">a</xsl:template>`;
const rule = (content: string): Mistake => sheet(`<xsl:template match="/">${content}</xsl:template>`);
const declared = (content: string): Mistake => sheet(`${content}\n${root}`);

const is = (code: `FLOW${number}`, mistakes: Readonly<Record<string, Mistake>>): Mistakes =>
  Object.fromEntries(Object.entries(mistakes).map(([name, mistake]) => [name, { ...mistake, code }]));

const library = { "library.xsl": other(`<xsl:template name="library">a</xsl:template>`) };

const contents = is("FLOW4195", {
  "a text in a value": rule(`<xsl:value-of select="a">«b|»</xsl:value-of>`),
  "an element in a value": rule(`<xsl:value-of select="a">«<b/>|»</xsl:value-of>`),
  "a value in a copy": rule(`<xsl:copy-of select="a">«<xsl:value-of select="b"/>|»</xsl:copy-of>`),
  "a text in a number": rule(`<xsl:number value="1">«.|»</xsl:number>`),
  "a text in a sort key": rule(
    `<xsl:for-each select="a"><xsl:sort select="b">«descending|»</xsl:sort>c</xsl:for-each>`,
  ),
  "an element in an output": declared(`<xsl:output method="xml">«<indent/>|»</xsl:output>`),
  "an element in a key": sheet(
    `<xsl:key name="by-id" match="a" use="@id">«<b/>|»</xsl:key><xsl:template match="key('by-id', '1')">a</xsl:template>`,
  ),
  "a template in an import": sheet(
    `<xsl:import href="library.xsl">«${root}|»</xsl:import>\n<xsl:template match="a">a</xsl:template>`,
    "",
    library,
  ),
  "a template in an include": sheet(
    `<xsl:include href="library.xsl">«${root}|»</xsl:include>\n<xsl:template match="a">a</xsl:template>`,
    "",
    library,
  ),
});

const late = is("FLOW4196", {
  "an import behind an output": sheet(
    `«|<xsl:import href="library.xsl"/>»<xsl:output method="text"/>\n«!<xsl:import href="library.xsl"/>|»\n${root}`,
    "",
    library,
  ),
  "an import behind an include": sheet(
    `<xsl:«include|import» href="library.xsl"/>\n«!<xsl:import href="library.xsl"/>|<xsl:include href="library.xsl"/>»\n${root}`,
    "",
    { "library.xsl": other("") },
  ),
  "an import behind a template": sheet(
    `«|<xsl:import href="library.xsl"/>»${root}\n«!<xsl:import href="library.xsl"/>|»`,
    "",
    library,
  ),
});

const prefixes = is("FLOW4187", {
  "an excluded prefix that is not declared": sheet(
    root,
    ` xmlns:shop="urn:shop" exclude-result-prefixes="«shp|shop»"`,
  ),
  "all prefixes of XSLT 2.0": sheet(root, ` xmlns:shop="urn:shop" exclude-result-prefixes="«#all|shop»"`),
  "excluded prefixes with a comma": sheet(
    root,
    ` xmlns:a="urn:a" xmlns:b="urn:b" exclude-result-prefixes="«a,b|a b»"`,
  ),
  "an extension that is not declared": sheet(
    root,
    ` xmlns:exsl="http://exslt.org/common" extension-element-prefixes="«exslt|exsl»"`,
  ),
  "an excluded prefix of an element": rule(
    `<p xmlns:shop="urn:shop" xsl:exclude-result-prefixes="«shp|shop»"/>`,
  ),
  "an alias of a prefix that is not declared": sheet(
    `<xsl:namespace-alias stylesheet-prefix="«ot|out»" result-prefix="xsl"/>\n${root}`,
    ` xmlns:out="urn:out"`,
  ),
  "a prefix of stripped elements": sheet(
    `<xsl:strip-space elements="«shp|shop»:*"/>\n${root}`,
    ` xmlns:shop="urn:shop"`,
  ),
  "a prefix of elements in CDATA": sheet(
    `<xsl:output cdata-section-elements="«shp|shop»:note"/>\n${root}`,
    ` xmlns:shop="urn:shop"`,
  ),
});

const values = is("FLOW4187", {
  "elements with a comma": declared(`<xsl:strip-space elements="«a,b|a b»"/>`),
  "elements with a comma, preserved": declared(`<xsl:preserve-space elements="«pre,code|pre code»"/>`),
  "a path to stripped elements": declared(`<xsl:strip-space elements="«order/item|item»"/>`),
  "elements in CDATA with a comma": declared(`<xsl:output cdata-section-elements="«a,b|a b»"/>`),
  "two decimal separators": declared(`<xsl:decimal-format name="a" decimal-separator="«,,|,»"/>`),
  "a digit by its name": declared(`<xsl:decimal-format name="a" zero-digit="«zero|0»"/>`),
  "a separator that is empty": declared(`<xsl:decimal-format name="a" grouping-separator="«| »"/>`),
  "a separator of two kinds": declared(
    `<xsl:decimal-format name="a" decimal-separator="," grouping-separator="«,|.»"/>`,
  ),
  "an encoding that there is not": declared(`<xsl:output encoding="«utf-88|utf-8»"/>`),
  "an encoding by another name": declared(`<xsl:output encoding="«unicode-16|utf-16»"/>`),
  "a number in words": rule(`<xsl:number value="«'one'|1»"/>`),
});

const replaced = is("FLOW4198", {
  "a template that is copied": sheet(
    `<xsl:template match="order">a</xsl:template>\n<«xsl:template match="order"|xsl:template match="item"»>b</xsl:template>`,
  ),
  "a template of a mode that is copied": sheet(
    `<xsl:template match="/"><xsl:apply-templates mode="toc"/></xsl:template>\n<xsl:template match="order" mode="toc">a</xsl:template>\n<«xsl:template match="order" mode="toc"|xsl:template match="order"»>b</xsl:template>`,
  ),
  "a template that is copied, with its conditions": sheet(
    `<xsl:template match="order[@id = 1] | item">a</xsl:template>\n<«xsl:template match="order[@id=1]|item"¦xsl:template match="order[@id=2]|item"»>b</xsl:template>`,
  ),
  "a template of a priority that is copied": sheet(
    `<xsl:template match="order" priority="2">a</xsl:template>\n<«xsl:template match="order" priority="2"|xsl:template match="order" priority="3"»>b</xsl:template>`,
  ),
});

const modes = is("FLOW4197", {
  "a template of a mode that nothing applies": sheet(
    `<xsl:template match="/"><xsl:apply-templates/></xsl:template>\n<«xsl:template match="order" mode="summary"|xsl:template match="order"»>a</xsl:template>`,
  ),
  "a template whose mode the call forgets": sheet(
    `<xsl:template match="/"><xsl:apply-templates«| mode="toc"»/></xsl:template>\n<«!xsl:template match="order" mode="toc"|xsl:template match="order" mode="toc"»>a</xsl:template>`,
  ),
});

const unusedNames = is("FLOW4199", {
  "a template that nothing calls": sheet(
    `<xsl:template match="/">«a|<xsl:call-template name="line"/>»</xsl:template>\n<«!xsl:template name="line"|xsl:template name="line"»>a</xsl:template>`,
  ),
  "a template with a parameter that nothing calls": sheet(
    `${root}\n<«xsl:template name="line"|xsl:template match="line"»><xsl:param name="a"/><xsl:value-of select="$a"/></xsl:template>`,
  ),
  "a key that nothing asks": sheet(
    `<«xsl:key name="by-id"|xsl:key name="by-id"» match="a" use="@id"/>\n<xsl:template match="/"><xsl:value-of select="«a|key('by-id', 1)»"/></xsl:template>`,
  ),
  "a key whose name is computed": sheet(
    `<«xsl:key name="by-id"|xsl:key name="by-id"» match="a" use="@id"/>\n<xsl:template match="/"><xsl:value-of select="«a|key(concat('by-', b), 1)»"/></xsl:template>`,
  ),
  "a key that what is counted starts from": sheet(
    `<«xsl:key name="by-id"|xsl:key name="by-id"» match="a" use="@id"/>\n<xsl:template match="/"><xsl:number count="«a|key('by-id', '1')»"/></xsl:template>`,
  ),
  "a template that another stylesheet may call": sheet(
    `<«xsl:template name="line"|xsl:template name="line"»>a</xsl:template>\n${root}`,
    "",
    { "page.xsl": other(`<xsl:include href="«|orders.xsl»"/>`) },
  ),
  "a template that only an included one calls": sheet(
    `<xsl:include href="library.xsl"/>\n<«!xsl:template name="line"|xsl:template name="line"»>a</xsl:template>\n${root}`,
    "",
    { "library.xsl": other(`<xsl:template match="a">«|<xsl:call-template name="line"/>»</xsl:template>`) },
  ),
});

/** Where elements of stylesheets stand, what they hold, and what nothing uses. */
export const stylesheetStructure: Mistakes = {
  ...contents,
  ...late,
  ...prefixes,
  ...values,
  ...replaced,
  ...modes,
  ...Object.fromEntries(
    Object.entries(unusedNames).map(([name, mistake]) => [
      name,
      { ...(mistake as Mistake), isLint: true as const },
    ]),
  ),
};
