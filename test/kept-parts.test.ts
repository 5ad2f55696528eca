/** Stylesheets of XSLT 2.0 and schemas, which take long to compile, are kept each by itself. */
import { expect, test } from "vitest";
import { compile } from "../compiler/index.js";
import type { Store } from "../compiler/source/store.js";
import { type Files, inputOf } from "./support/compile.js";

const sheet = (
  text: string,
) => `<xsl:stylesheet version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:include href="shared/names.xsl"/>
  <xsl:template match="/"><out>${text}<xsl:call-template name="name"/></out></xsl:template>
</xsl:stylesheet>`;
const named = (
  text: string,
) => `<xsl:stylesheet version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template name="name">${text}</xsl:template>
</xsl:stylesheet>`;

const app: Files = {
  "swagger.yaml": `swagger: "2.0"
x-flow-validate: { request: true }
paths:
  /a:
    post:
      x-flow: a.xml
      parameters: [{ in: body, name: body, schema: { type: object, required: [id] } }]
      responses: { 200: { description: done } }
`,
  "a.xml": `<flow><xslt src="a.xsl" in="content('main')"/></flow>`,
  "a.xsl": sheet("first"),
  "shared/names.xsl": named("first"),
};

function counted() {
  const entries = new Map<string, string>();
  const made: string[] = [];
  const store: Store = {
    get: (key) => entries.get(key),
    set(key, text) {
      made.push(key.split(" ", 1)[0] as string);
      entries.set(key, text);
    },
  };
  /** Compiles with the store, and compares with what comes without it. */
  const compiled = async (files: Files): Promise<readonly string[]> => {
    made.length = 0;
    const plain = ({ modules, diagnostics }: Awaited<ReturnType<typeof compile>>) => ({
      modules: modules.map(({ path, text }) => [path, text]),
      found: diagnostics.map(({ code, message, span }) => [code, message, span?.source.path, span?.start]),
    });
    const kept = plain(await compile(inputOf(files), { store }));
    expect(kept).toEqual(plain(await compile(inputOf(files))));
    return [...made];
  };
  return { compiled };
}

test("each is compiled once, until something that it consists of changes", { timeout: 60_000 }, async () => {
  const { compiled } = counted();
  expect(await compiled(app)).toEqual(["stylesheet", "schemas"]);
  expect(await compiled({ ...app, "a.xml": `${app["a.xml"]}\n` })).toEqual([]);
  expect(await compiled({ ...app, "shared/names.xsl": named("second") })).toEqual(["stylesheet"]);
  const required = `${app["swagger.yaml"]}`.replace("[id]", "[id, name]");
  expect(await compiled({ ...app, "swagger.yaml": required })).toEqual(["schemas"]);
});

test("one with mistakes is compiled again, and they are found again", { timeout: 60_000 }, async () => {
  const { compiled } = counted();
  const wrong = { ...app, "a.xsl": sheet(`<xsl:value-of select="none()"/>`) };
  expect(await compiled(wrong)).toEqual([]);
  expect(await compiled(wrong)).toEqual([]);
});
