/** Stylesheets of XSLT 1.0 at random: all kinds of instructions, over documents with the names of `xmlSamples`. */
import fc from "fast-check";
import { type Expressions, expressions, mentions, render, type Tree } from "../differential/expressions.js";
import { attributeNames, elementNames } from "../differential/xml-documents.js";

/**
 * Constructs that libxml2 and libxslt take differently are left out: see `test/differential/libxml2.test.ts`.
 * Numbers with more than 15 digits come from divisions.
 */
export function stylesheets(texts: readonly string[]): fc.Arbitrary<string> {
  const words = {
    elements: [...elementNames.filter((name) => name !== "é"), "*", "p:*"],
    attributes: attributeNames,
    texts,
    isXml: true,
  };
  const of = ({ any: values, nodes }: Expressions) => ({
    values: values.filter(isCommon).map(inAttribute),
    nodes: nodes.filter(isCommon).map(inAttribute),
  });
  const made = of(expressions(words, 2));
  const template = fc
    .tuple(
      fc.constantFrom(...patterns),
      fc.constantFrom("", "", ' mode="m"'),
      fc.constantFrom("", "", ' priority="1"', ' priority="-0.5"'),
      body(made, true),
    )
    .map(
      ([match, mode, priority, content]) =>
        `<xsl:template match="${match}"${mode}${priority}>${content}</xsl:template>`,
    );
  return fc
    .tuple(
      fc.array(template, { minLength: 2, maxLength: 6 }),
      body(made, false),
      body(made, true),
      made.values,
    )
    .map(([templates, called, first, use]) =>
      [
        '<xsl:output omit-xml-declaration="yes" indent="no"/>',
        `<xsl:key name="k" match="*" use="${use}"/>`,
        globals,
        `<xsl:template match="/"><out>${first}<xsl:apply-templates/></out></xsl:template>`,
        `<xsl:template name="t"><xsl:param name="string" select="'default'"/>${called}</xsl:template>`,
        ...templates,
      ].join("\n"),
    );
}

/** Variables that the expressions use. */
const globals = [
  ["number", "2"],
  ["string", "'a'"],
  ["boolean", "true()"],
  ["nodes", "//a"],
  ["unset", "/.."],
]
  .map(([name, select]) => `<xsl:variable name="${name}" select="${select}"/>`)
  .join("");

const patterns = [
  ...["*", "a", "b", "c", "p:a", "p:*", "a/b", "a//b", "a|c", "/*", "//b", "*/*"],
  ...["a[1]", "*[2]", "b[@x]", "a[b]", "*[last()]", "node()[2]", "*[position() &gt; 1][1]", "a[. = 'a']"],
  ...["text()", "comment()", "processing-instruction()", "processing-instruction('t1')", "@*", "node()"],
  ...["a/text()", "key('k', 'a')", "key('k', '1')/b", "@*[. = '1']"],
];

/** The content of a template. Without templates that it applies, it ends. */
function body({ values, nodes }: Strings, applies: boolean): fc.Arbitrary<string> {
  const sort = fc
    .tuple(values, fc.constantFrom("", ' data-type="number"', ' order="descending"'))
    .map(([select, more]) => `<xsl:sort select="${select}"${more}/>`);
  const sorts = fc.array(sort, { maxLength: 1 }).map((list) => list.join(""));
  const parameter = values.map((select) => `<xsl:with-param name="string" select="${select}"/>`);
  const down = fc.constantFrom("*", "node()", "a", "b|p:*", "@*", "*[1]", ".//b", "text()");
  const apply = fc
    .tuple(down, fc.constantFrom("", ' mode="m"'), sorts)
    .map(
      ([select, mode, sorted]) =>
        `<xsl:apply-templates select="${select}"${mode}>${sorted}</xsl:apply-templates>`,
    );
  const number = fc
    .tuple(
      fc.constantFrom("single", "multiple", "any"),
      fc.constantFrom("", ' count="*"', ' count="a|b"'),
      fc.constantFrom("1", "a.", "I-1"),
    )
    .map(([level, count, format]) => `<xsl:number level="${level}"${count} format="${format}"/>`);
  const leaf = fc.oneof(
    fc.constantFrom("text", "<xsl:text> </xsl:text>"),
    values.map((select) => `<xsl:value-of select="${select}"/>`),
    values.map((select) => `<xsl:value-of select="${select}"/>`),
    nodes
      .filter((select) => !select.includes("@"))
      .map((select) => `<e><xsl:copy-of select="${select}"/></e>`),
    number,
    values.map((use) => `<xsl:value-of select="count(key('k', ${use}))"/>`),
    fc.constant('<xsl:value-of select="concat(name(), position(), last())"/>'),
    values.map(
      (select) => `<xsl:comment><xsl:value-of select="translate(${select}, '-', '')"/></xsl:comment>`,
    ),
    ...(applies
      ? [apply, apply, parameter.map((one) => `<xsl:call-template name="t">${one}</xsl:call-template>`)]
      : []),
  );
  const { content } = fc.letrec<{ content: string; instruction: string }>((tie) => {
    const inner = tie("content");
    return {
      content: fc
        .array(tie("instruction"), { minLength: 1, maxLength: 3, depthIdentifier: "body" })
        .map((list) => list.join("")),
      instruction: fc.oneof(
        { depthIdentifier: "body", maxDepth: 2 },
        { weight: 4, arbitrary: leaf },
        fc.tuple(values, inner).map(([x, one]) => `<e x="{${x}}">${one}</e>`),
        fc
          .tuple(values, inner)
          .map(
            ([x, one]) =>
              `<xsl:element name="e"><xsl:attribute name="y"><xsl:value-of select="${x}"/></xsl:attribute>${one}</xsl:element>`,
          ),
        fc.tuple(values, inner).map(([test, one]) => `<xsl:if test="${test}">${one}</xsl:if>`),
        fc
          .tuple(values, inner, inner)
          .map(
            ([test, one, other]) =>
              `<xsl:choose><xsl:when test="${test}">${one}</xsl:when><xsl:otherwise>${other}</xsl:otherwise></xsl:choose>`,
          ),
        fc
          .tuple(fc.constantFrom("*", ".//a", "node()", "@*"), sorts, inner)
          .map(([select, sorted, one]) => `<xsl:for-each select="${select}">${sorted}${one}</xsl:for-each>`),
        fc
          .tuple(values, inner)
          .map(([select, one]) => `<xsl:variable name="number" select="${select}"/>${one}`),
        fc
          .tuple(inner, inner)
          .map(
            ([tree, one]) =>
              `<xsl:variable name="string"><e>${tree}</e></xsl:variable>${one}<xsl:copy-of select="$string"/>`,
          ),
        inner.map((one) => `<e><xsl:copy>${one}</xsl:copy></e>`),
      ),
    };
  });
  return content;
}

interface Strings {
  readonly values: fc.Arbitrary<string>;
  readonly nodes: fc.Arbitrary<string>;
}

function isCommon(tree: Tree): boolean {
  const leaves = mentions(tree, (one) => {
    if ("axis" in one)
      return one.axis === "namespace" || one.axis === "following" || one.axis === "preceding";
    if (one.kind === "number") return /\d{15}|0{5}/.test(one.text);
    return one.kind === "binary" && one.operator === "div";
  });
  return !leaves;
}

function inAttribute(tree: Tree): string {
  return render(tree).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
