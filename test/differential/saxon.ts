/** SaxonJS in the compatibility mode of XSLT 1.0: many expressions are one stylesheet, which is compiled once. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { transform } from "../../runtime/xslt/saxon/saxon.js";
import { scratchDirectory } from "../support/compile.js";

/** Written between results; no document and no expression has it. */
const separator = "\u241e";

/**
 * Yields what the expressions are for a document, which is their context: the string, or the `footprint` of each node.
 * @throws Error for a static error
 */
export function saxon(
  expressions: readonly { readonly source: string; readonly isNodes: boolean }[],
): (document: string) => readonly string[] {
  const directory = scratchDirectory("saxon");
  const instructions = expressions.map(({ source, isNodes }) => (isNodes ? nodes(source) : plain(source)));
  writeFileSync(join(directory, "all.xsl"), stylesheetOf(instructions));
  const compiler = createRequire(import.meta.url).resolve("xslt3/xslt3.js");
  execFileSync(process.execPath, [compiler, "-xsl:all.xsl", "-export:all.json", "-nogo"], { cwd: directory });
  const stylesheet = {
    path: "all.xsl",
    method: "text",
    sef: readFileSync(join(directory, "all.json"), "utf8"),
  };
  return (document) =>
    transform(stylesheet, document, {}, () => {})
      .split(separator)
      .slice(0, -1);
}

const plain = (source: string) => `<xsl:value-of select="${escaped(`string(${source})`)}"/>`;

const nodes = (source: string) =>
  `<xsl:for-each select="${escaped(source)}"><xsl:call-template name="footprint"/></xsl:for-each>`;

const stylesheetOf = (instructions: readonly string[]) => `<xsl:stylesheet version="1.0"
    xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:p="urn:p">
  <xsl:output method="text"/>
  <xsl:template name="footprint">
    <xsl:value-of select="concat(name(), ' ', count(ancestor::node()), ' ',
      count(ancestor-or-self::node()/preceding-sibling::node()), ' ', string(), '&#10;')"/>
  </xsl:template>
  <xsl:template match="/">
${instructions.map((one) => `${one}<xsl:text>${separator}</xsl:text>`).join("\n")}
  </xsl:template>
</xsl:stylesheet>`;

const escaped = (text: string) =>
  text.replace(/[&<"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
