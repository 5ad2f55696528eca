/** Stylesheets and HTML: the app has a parser for it where something may need one. */
import { expect, test } from "vitest";
import { compileFiles } from "../support/compile.js";
import { apiFiles, ask, flow } from "../support/samples.js";
import { sheet } from "./xsltproc.js";

const text = (select: string, more = "") =>
  sheet(
    `${more}<xsl:output method="text"/><xsl:template match="/"><xsl:value-of select="${select}"/></xsl:template>`,
  );

const files = {
  "page.html": "<p>Ada<br>Bob",
  "number.xsl": text("count(//p)"),
  "including.xsl": text("$p", '<xsl:include href="number-module.xsl"/>'),
  "number-module.xsl": sheet('<xsl:variable name="p" select="count(//p)"/>'),
  "content.xsl": text("$page", '<xsl:include href="content-module.xsl"/>'),
  "content-module.xsl": sheet(
    `<xsl:variable name="page" select="document('fit://request/content')/html/body/p"/>`,
  ),
  "function.xsl": text("content('page')//p"),
  "parse.xsl": text("html-parse('&lt;p>Ada')//p"),
};

const variable = '<template out="$x">{"a": "1"}</template>';

test.each([
  ["the input is HTML", '<copy in="page.html"/><xslt src="number.xsl"/>', "1"],
  ["the input is a file of HTML", '<xslt src="number.xsl" in="page.html"/>', "1"],
  ["a module takes content", `<copy in="page.html"/>${variable}<xslt src="content.xsl" in="$x"/>`, "AdaBob"],
  [
    "it calls content()",
    `<copy in="page.html" out="fit://request/content/page"/>${variable}<xslt src="function.xsl" in="$x"/>`,
    "AdaBob",
  ],
  ["it calls html-parse()", `${variable}<xslt src="parse.xsl" in="$x"/>`, "Ada"],
])("an app has the parser where %s", async (_, content, expected) => {
  expect((await ask(await flow(content, { files }))).text).toBe(expected);
});

test.each([
  ["a variable", `${variable}<xslt src="number.xsl" in="$x"/>`],
  ["a variable by a stylesheet of modules", `${variable}<xslt src="including.xsl" in="$x"/>`],
])("an app has none that transforms only %s", async (_, content) => {
  const { modules } = await compileFiles(apiFiles({ "/x": content }, { files }));
  expect(modules.find(({ path }) => path === "app.ts")?.text).not.toContain("parseHtml");
});
