/** A case of the conformance suite, and short forms for what stylesheets often have. */

export interface Case {
  readonly name: string;
  /** The content of `xsl:stylesheet`. Without an `xsl:output`, the result is XML without a declaration. */
  readonly sheet: string;
  /** The document that is transformed; `<r/>` by default. */
  readonly input?: string;
  readonly expected: string;
  /** Attributes of `xsl:stylesheet`. */
  readonly attributes?: string;
  /** Other files, by their paths from the stylesheet. */
  readonly files?: Readonly<Record<string, string>>;
  /** The whole stylesheet, in place of `sheet` and `attributes`. */
  readonly whole?: string;
  /** The texts of `xsl:message`. */
  readonly messages?: readonly string[];
  /** Why libxslt has another result, or none. */
  readonly libxslt?: string;
}

export const template = (match: string, body: string, more = ""): string =>
  `<xsl:template match="${match}" ${more}>${body}</xsl:template>`;

export const root = (body: string): string => template("/", body);

export const named = (name: string, body: string): string =>
  `<xsl:template name="${name}">${body}</xsl:template>`;

export const apply = (select?: string, content = "", more = ""): string =>
  `<xsl:apply-templates ${select === undefined ? "" : `select="${select}"`} ${more}>${content}</xsl:apply-templates>`;

export const call = (name: string, content = ""): string =>
  `<xsl:call-template name="${name}">${content}</xsl:call-template>`;

export const value = (select: string): string => `<xsl:value-of select="${select}"/>`;

export const each = (select: string, body: string): string =>
  `<xsl:for-each select="${select}">${body}</xsl:for-each>`;

export const output = (attributes: string): string => `<xsl:output ${attributes}/>`;

/** The value of an expression as a string, with the document node as context. */
export function expression(select: string, expected: string, input = "<r/>"): Case {
  return {
    name: select,
    sheet: output('method="text"') + root(value(escapedQuotes(select))),
    input,
    expected,
  };
}

function escapedQuotes(select: string): string {
  return select.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
