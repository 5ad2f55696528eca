/**
 * The samples in `test/diagnostics/*.md`. A heading of the second level names one; a fenced block behind it holds a file, with
 * the path after the language; the block `text expected` holds what flowc prints. Lines of a block with `crlf` end in CR LF.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Files } from "./compile.js";
import { repository } from "./project.js";

export interface DiagnosticSample {
  /** The Markdown file that it stands in. */
  readonly page: string;
  readonly name: string;
  readonly files: Files;
  /** Empty where there is no block `text expected` yet. */
  readonly expected: string;
}

const directory = join(repository, "test/diagnostics");
const opening = "```text expected";

export const diagnosticSamples: readonly DiagnosticSample[] = readdirSync(directory).flatMap((page) =>
  sections(readPage(page)).map((section): DiagnosticSample => {
    const { expected = "", ...files } = Object.fromEntries(section.blocks);
    return { page, name: section.name, files, expected };
  }),
);

function readPage(page: string): string[] {
  if (!page.endsWith(".md")) throw new Error(`test/diagnostics/${page} is no Markdown file.`);
  return readFileSync(join(directory, page), "utf8").split("\n");
}

interface Section {
  readonly name: string;
  /** The index of the line with its heading. */
  readonly start: number;
  readonly blocks: Map<string, string>;
}

function sections(lines: readonly string[]): readonly Section[] {
  const found: Section[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const name = /^## (\S+)$/.exec(line)?.[1];
    if (name !== undefined) found.push({ name, start: index, blocks: new Map() });
    if (!line.startsWith("```")) continue;
    const [, path, crlf] = /^```\w+ (\S+)( crlf)?$/.exec(line) ?? [];
    const end = lines.indexOf("```", index);
    const blocks = found.at(-1)?.blocks;
    if (path === undefined || end === -1 || blocks === undefined || blocks.has(path))
      throw new Error(`Line ${index + 1} of a page in test/diagnostics begins no block: ${line}`);
    const content = lines.slice(index + 1, end).map((each) => each + (crlf === undefined ? "\n" : "\r\n"));
    blocks.set(path, content.join(""));
    index = end;
  }
  return found;
}

/** Writes what flowc prints for a sample into its page. */
export function writeExpected({ page, name, expected }: DiagnosticSample, printed: string): void {
  if (printed === expected) return;
  const lines = readPage(page);
  const all = sections(lines);
  const at = all.findIndex((section) => section.name === name);
  const end = all[at + 1]?.start ?? lines.length;
  const block = [opening, ...printed.split("\n").slice(0, -1), "```"];
  const old = lines.indexOf(opening, all[at]?.start);
  if (old !== -1 && old < end) lines.splice(old, lines.indexOf("```", old) + 1 - old, ...block);
  else lines.splice(end, 0, ...block, "");
  writeFileSync(join(directory, page), lines.join("\n"));
}
