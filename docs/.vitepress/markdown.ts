/** What pages are written for a Git host, the site shows as well. */
import { posix } from "node:path";
import type { MarkdownOptions } from "vitepress";
import { siteName } from "./navigation.js";

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0];
type Token = ReturnType<Markdown["parse"]>[number];

export function adapt(markdown: Markdown): void {
  markdown.core.ruler.push("git-host", ({ tokens, env }) => {
    const { relativePath } = env as { readonly relativePath: string };
    for (const [index, token] of tokens.entries()) {
      // A cell without text is no heading of its column.
      if (token.type === "th_open" && tokens[index + 1]?.content === "")
        for (const part of [token, tokens[index + 2]]) if (part !== undefined) part.tag = "td";
      // Indented code looks like fenced code. Vue reads neither, nor code in texts: `{{` and `}}` mean something to it.
      if (token.type === "code_block") Object.assign(token, { type: "fence", tag: "code", info: "text" });
      for (const child of token.children ?? []) if (child.type === "code_inline") child.attrSet("v-pre", "");
      if (token.children !== null) token.children = linked(token.children, posix.dirname(relativePath));
    }
  });
}

/** Links to a folder's `README.md` lead to its start page. What links leave `docs/` with, the site does not have. */
function linked(tokens: readonly Token[], folder: string): Token[] {
  const kept: Token[] = [];
  let isOutside = false;
  for (const token of tokens) {
    const target = token.type === "link_open" ? `${token.attrGet("href")}` : undefined;
    if (target !== undefined && !/^[a-z]+:/.test(target)) {
      isOutside = posix.join(folder, target).startsWith("../");
      const [path = "", ...anchor] = target.split("#");
      token.attrSet("href", [siteName(path), ...anchor].join("#"));
    }
    if (!(isOutside && token.type.startsWith("link_"))) kept.push(token);
    if (token.type === "link_close") isOutside = false;
  }
  return kept;
}

/** As Git hosts name a heading, so that an anchor leads to it on both. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}
