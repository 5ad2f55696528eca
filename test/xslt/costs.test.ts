/** Hostile input: the work of a transformation grows no faster than its input. */
import { describe, expect, test } from "vitest";
import type { Node } from "../../runtime/data/model/node.js";
import { NodeSet } from "../../runtime/data/model/node-set.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { fromNodes, type Kept, matchesPattern } from "../../runtime/xslt/pattern.js";
import { send } from "../support/client.js";
import { app } from "../support/compile.js";
import { workTime } from "../support/growth.js";
import { apiFiles, basePath, samples } from "../support/samples.js";
import { sheet } from "./xsltproc.js";

const identity =
  '<xsl:template match="@*|node()"><xsl:copy><xsl:apply-templates select="@*|node()"/></xsl:copy></xsl:template>';

const stylesheets: Readonly<Record<string, string>> = {
  identity,
  copy: '<xsl:template match="/"><xsl:copy-of select="."/></xsl:template>',
  numbers:
    '<xsl:template match="/"><o><xsl:for-each select="//i"><xsl:number/><xsl:number level="any" count="i|j"/></xsl:for-each></o></xsl:template>',
  groups:
    '<xsl:key name="k" match="i" use="."/><xsl:template match="/"><o><xsl:for-each select="//i[generate-id() = generate-id(key(\'k\', .)[1])]"><xsl:sort/><xsl:value-of select="count(key(\'k\', .))"/></xsl:for-each></o></xsl:template>',
  keys: '<xsl:key name="k" match="i" use="string-length(.) > 0"/><xsl:template match="key(\'k\', \'true\')"><x/></xsl:template><xsl:template match="key(\'k\', \'false\')//a"><y/></xsl:template>',
  patterns: '<xsl:template match="i[last()]|i[position() mod 2 = 0]"><x/></xsl:template>',
};

const list = (size: number, item: (index: number) => string) =>
  Array.from({ length: size }, (_, at) => item(at)).join("");

const inputs: Readonly<Record<string, (size: number) => string>> = {
  "many attributes": (size) => `<r ${list(size, (at) => `a${at}="" `)}/>`,
  "many attributes of a namespace": (size) => `<r xmlns:p="urn:p" ${list(size, (at) => `p:a${at}="" `)}/>`,
  "a long list": (size) => `<r>${list(size, (at) => `<i>${at % 100}</i>`)}</r>`,
  "many names": (size) => `<r>${list(size, (at) => `<n${at}/>`)}</r>`,
};

describe("the time of a transformation grows with its input", async () => {
  const built = await app(
    apiFiles(
      Object.fromEntries(
        Object.keys(stylesheets).map((name) => [`/${name}`, `<xslt src="${name}.xsl" in="$body"/>`]),
      ),
      {
        files: Object.fromEntries(
          Object.entries(stylesheets).map(([name, text]) => [`${name}.xsl`, sheet(text)]),
        ),
      },
    ),
  );
  for (const [kind, input] of Object.entries(inputs)) {
    test.each(Object.keys(stylesheets))(`${kind}: %s`, async (name) => {
      const time = async (size: number) => {
        const started = workTime();
        const { status, log } = await send(built, {
          method: "POST",
          path: `${basePath}/${name}`,
          headers: { "content-type": "text/plain" },
          body: input(size),
        });
        expect({ status, log }).toEqual({ status: 200, log: [] });
        return workTime() - started;
      };
      await time(500);
      const small = await time(2000);
      expect(await time(20_000)).toBeLessThan(500 + 40 * small);
    });
  }
});

test("the nodes that a pattern starts from are looked for once in a document", () => {
  const all = parseXml(`<r>${"<i/>".repeat(1000)}</r>`).documentElement?.children ?? [];
  const kept: Kept = new WeakMap();
  let searches = 0;
  const pattern = fromNodes(() => {
    searches++;
    return new NodeSet(all.slice(500), true);
  });
  expect(all.filter((node: Node) => matchesPattern(pattern, node, kept))).toHaveLength(500);
  expect(searches).toBe(1);
});

const strings = (select: string) =>
  sheet(
    `<xsl:output method="text"/><xsl:template match="/"><xsl:value-of select="${select}"/></xsl:template>`,
    'xmlns:str="http://exslt.org/strings"',
  );

samples(
  "texts that functions of EXSLT make have the bound of all texts",
  ["padding", "replace"].map((name) => ({
    name,
    flow: `<eval out="$x">"&lt;a/&gt;"</eval><xslt src="${name}.xsl" in="$x"/>`,
    status: 503,
  })),
  {
    files: {
      "padding.xsl": strings("str:padding(1000000000000, 'ab')"),
      "replace.xsl": strings("str:replace(str:padding(90000, 'a'), 'a', str:padding(9000, 'b'))"),
    },
  },
);
