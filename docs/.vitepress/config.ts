/** `npm run docs:site` makes a site of `docs/`, in `docs/.vitepress/dist/`. */
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { writeMarkdown } from "./llms.js";
import { adapt, anchorOf } from "./markdown.js";
import { navigation, siteName } from "./navigation.js";

const docs = fileURLToPath(new URL("..", import.meta.url));
const sidebar = Object.entries(navigation(docs)).map(([start, groups]) => [
  start,
  groups.map(({ text, items }) => ({ text, items: [...items] })),
]);

export default defineConfig({
  title: "flowc",
  description: "Compiles HTTP API flows, written in XML, to TypeScript",
  lang: "en-GB",
  // Browsers ask for an icon if a page has none.
  head: [["link", { rel: "icon", href: "data:," }]],
  rewrites: siteName,
  markdown: {
    config: adapt,
    anchor: { slugify: anchorOf },
    attrs: { disable: true },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    languageAlias: { xslt: "xml" },
  },
  themeConfig: {
    search: { provider: "local" },
    sidebar: Object.fromEntries(sidebar),
    outline: { level: [2, 3] },
    externalLinkIcon: true,
  },
  /** Pages link to data as well. */
  buildEnd: ({ outDir }) => {
    for (const path of readdirSync(docs, { recursive: true, encoding: "utf8" }))
      if (/^[^.].*\.(json|yml)$/.test(path)) cpSync(join(docs, path), join(outDir, path));
    writeMarkdown(docs, outDir);
  },
});
