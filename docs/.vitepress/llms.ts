/** The site for programs that read text: each page as Markdown, and a list of them (https://llmstxt.org). */
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { navigation, siteName } from "./navigation.js";

/** Writes `llms.txt`, and the pages beside those in HTML. */
export function writeMarkdown(docs: string, site: string): void {
  for (const path of readdirSync(docs, { recursive: true, encoding: "utf8" })) {
    if (!/^[^.].*\.md$/.test(path)) continue;
    const target = join(site, siteName(path.replaceAll("\\", "/")));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(docs, path), target);
  }
  writeFileSync(join(site, "llms.txt"), llmsText(docs));
}

function llmsText(docs: string): string {
  const listed = new Set<string>();
  const groups = Object.values(navigation(docs)).reverse().flat();
  const sections = groups.flatMap(({ text, items }) => {
    const own = items.filter(({ link }) => !listed.has(link));
    for (const { link } of own) listed.add(link);
    const rows = own.map(
      (item) => `- [${plain(item.text)}](${item.link.slice(1).replace(/(^|\/)$/, "$1index")}.md)`,
    );
    return own.length === 0 ? [] : [`## ${text}\n\n${rows.join("\n")}\n`];
  });
  const head =
    "# flowc\n\n> Compiles HTTP API flows, written in XML, to TypeScript: one readable module for each endpoint.\n";
  return [head, ...sections].join("\n");
}

/** The navigation is markup. */
const plain = (text: string): string => text.replaceAll("&lt;", "<").replaceAll("&amp;", "&");
