/** How deep templates may call each other, as `docs/language/xslt.md` says. */
import { expect } from "vitest";
import { samples } from "../support/samples.js";
import { sheet } from "./xsltproc.js";

/** A template that calls itself as often as the input says, with more around or behind the call. */
const counting = (around: (call: string) => string): string =>
  sheet(`<xsl:output method="text"/><xsl:template match="/"><xsl:call-template name="t"><xsl:with-param name="n" select="number(n)"/></xsl:call-template></xsl:template>
<xsl:template name="t"><xsl:param name="n"/><xsl:choose><xsl:when test="$n &gt; 0">${around(
    '<xsl:call-template name="t"><xsl:with-param name="n" select="$n - 1"/></xsl:call-template>',
  )}</xsl:when><xsl:otherwise>end</xsl:otherwise></xsl:choose></xsl:template>`);

const files = {
  "last.xsl": counting((call) => call),
  "inner.xsl": counting((call) => `${call}<xsl:text/>`),
  "much.xsl": counting(
    (call) =>
      `<xsl:variable name="v"><xsl:for-each select="/n">${call}</xsl:for-each></xsl:variable><xsl:value-of select="$v"/>`,
  ),
};

const called = (stylesheet: string, times: number) => ({
  flow: `<eval out="$xml">"&lt;n&gt;${times}&lt;/n&gt;"</eval><xslt src="${stylesheet}.xsl" in="$xml"/>`,
});

const alert = (message: RegExp) => ({
  text: "",
  check: ({ log }: { readonly log: readonly Readonly<Record<string, unknown>>[] }) =>
    expect(log).toEqual([
      expect.objectContaining({ topic: "xslt", message: expect.stringMatching(message) }),
    ]),
});

samples(
  "templates that call each other",
  {
    "last, without a limit of depth": { ...called("last", 20_000), text: "end" },
    "some hundred deep, with much between the calls": { ...called("much", 500), text: "end" },
    "deeper than 3,000": {
      ...called("inner", 3001),
      ...alert(/^inner\.xsl: Templates call each other .* without an end\.$/),
    },
    "deeper than the stack allows": {
      ...called("much", 2999),
      ...alert(/^much\.xsl: Templates call each other .* without an end\.$/),
    },
  },
  { files },
);
