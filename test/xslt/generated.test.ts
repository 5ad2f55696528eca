/** Generated stylesheets and documents: what flowc makes of them is what libxslt makes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Node } from "../../runtime/data/model/node.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { settings } from "../differential/settings.js";
import { texts, xmlSamples } from "../differential/xml-documents.js";
import { send } from "../support/client.js";
import { app } from "../support/compile.js";
import { needing } from "../support/needs.js";
import { apiFiles, basePath } from "../support/samples.js";
import { stylesheets } from "./random-stylesheet.js";
import { sheet, transformed, xsltproc } from "./xsltproc.js";

/** See `test/differential/libxml2.test.ts` for what libxml2 reads in another way. */
const plainTexts = texts.filter((text) => !["1e3", "12345678901234567890", " 3 ", "\n4\t"].includes(text));
const hasEmptyInstruction = /<\?\w+\s*\?>/;

test("libxslt agrees on generated stylesheets", needing(xsltproc), async () => {
  const documents = xmlSamples(plainTexts).filter(({ text }) => !hasEmptyInstruction.test(text));
  const samples = fc.sample(
    fc.tuple(stylesheets(plainTexts), fc.array(documents, { minLength: 3, maxLength: 3 })),
    settings(40),
  );
  const sheets = samples.map(([content]) => sheet(content, 'xmlns:p="urn:p" exclude-result-prefixes="p"'));
  const built = await app(
    apiFiles(
      Object.fromEntries(
        sheets.map((_, index) => [
          `/${index}`,
          `<eval out="$xml">$request/get/xml</eval><xslt src="s${index}.xsl" in="$xml"/>`,
        ]),
      ),
      { files: Object.fromEntries(sheets.map((text, index) => [`s${index}.xsl`, text])) },
    ),
  );
  let compared = 0;
  for (const [index, [, inputs]] of samples.entries()) {
    for (const { text: input } of inputs) {
      const theirs = attempt(() => transformed(sheets[index] as string, input).toString("utf8"));
      // An attribute behind other content is an error there.
      if (theirs === undefined) continue;
      const { text: ours, log } = await send(built, {
        path: `${basePath}/${index}`,
        query: `xml=${encodeURIComponent(input)}`,
      });
      const alerts = log.map(({ message }) => message).join("\n");
      expect(canonical(ours), `${sheets[index]}\n${input}\n${alerts}`).toBe(canonical(theirs));
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(samples.length);
});

function attempt(run: () => string): string | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** The tree without declarations of namespaces, of which libxslt sometimes writes fewer. */
function canonical(text: string): string {
  return attempt(() => shown(parseXml(text))) ?? text;
}

function shown(node: Node): string {
  const children = () => node.children.map(shown).join("");
  switch (node.type) {
    case "document":
      return children();
    case "element": {
      const attributes = node.attributes.map(
        (one) => ` {${one.namespaceUri}}${one.localName}="${one.toText()}"`,
      );
      return `<{${node.namespaceUri}}${node.localName}${attributes.sort().join("")}>${children()}</>`;
    }
    default:
      return `${node.type} ${node.name} ${node.toText()}\n`;
  }
}
