/** Stylesheets of XSLT 2.0 and schemas, which take long to compile, are kept each by itself; so is what was linked to be run at once. */
import { expect, test } from "vitest";
import { compile } from "../compiler/index.js";
import { Session } from "../compiler/session/session.js";
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

const small: Files = {
  "swagger.yaml": "swagger: '2.0'\npaths: { /a: { get: { x-flow: a.xml } } }",
  "a.xml": `<flow><eval out="$a">1</eval><template>{{ $a }}</template></flow>`,
  "tests/a.xml": `<flow-test><test-request>{ "path": "/a" }</test-request><assert>[ [ "$status", 200 ] ]</assert></flow-test>`,
};

/** What a session of its own makes of an app, with a store that others have filled. */
const makers: Readonly<
  Record<string, (files: Files, store?: Store) => Promise<{ code: string; map: string }>>
> = {
  tests: (files, store) => new Session({ ...(store && { store }) }).tests(inputOf(files), ["tests/a.xml"]),
  traces: (files, store) => new Session({ ...(store && { store }) }).traced(inputOf(files)),
};

test.each(Object.entries(makers))(
  "the app with %s is linked again if a module has changed, or a place that it is mapped to",
  { timeout: 120_000 },
  async (purpose, make) => {
    const entries = new Map<string, string>();
    let isLinked = false;
    const store: Store = {
      get: (key) => entries.get(key),
      set(key, text) {
        if (key === `parts of ${purpose}`) isLinked = true;
        entries.set(key, text);
      },
    };
    const made = async (files: Files): Promise<boolean> => {
      isLinked = false;
      const { code, map } = await make(files, store);
      const plain = await make(files);
      expect({ code, map }).toEqual({ code: plain.code, map: plain.map });
      return isLinked;
    };
    const flow = small["a.xml"] as string;
    expect(await made(small)).toBe(true);
    expect(await made(small)).toBe(false);
    expect(await made({ ...small, "a.xml": flow.replace("1", "2") })).toBe(true);
    // The same module, but from elsewhere.
    expect(await made({ ...small, "a.xml": flow.replace("1", "2").replace("<eval", "\n\n  <eval") })).toBe(
      true,
    );
    // A store may lose anything, also a part of what it has.
    for (const [key, text] of entries) if (key.startsWith("parts")) entries.set(key, text.slice(0, -10));
    expect(await made({ ...small, "a.xml": flow.replace("1", "2").replace("<eval", "\n\n  <eval") })).toBe(
      true,
    );
  },
);
