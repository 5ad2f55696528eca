/** The pages of the language's documentation. The tests run the examples on them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileFiles, describeDiagnostic, type Files } from "./compile.js";
import { repository } from "./project.js";
import { apiFiles, type Sample, samples } from "./samples.js";

export interface DocPage {
  /** The name of the file, such as `loop.md`. */
  readonly name: string;
  readonly text: string;
  readonly examples: readonly DocExample[];
  /** Files that the examples read. */
  readonly files: Files;
}

export interface DocExample extends Sample {
  /** The nearest heading above it. */
  readonly heading: string;
}

/** The pages of a directory, except its README.md. The directory is given from the top of the repository. */
export function docPages(directory: string): readonly DocPage[] {
  return readdirSync(join(repository, directory))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => {
      const text = readFileSync(join(repository, directory, name), "utf8");
      return { name, text, examples: examplesOf(text), files: filesOf(text) };
    });
}

/** Tests that every example builds without findings, and that it answers what the page says. */
export function pageExamples({ name, text, examples, files }: DocPage): void {
  test("has examples, of which the build says nothing", async () => {
    expect(examples).not.toStrictEqual([]);
    expect(
      text.replaceAll(piecePattern, "").replaceAll(filePattern, ""),
      "a flow without its answer",
    ).not.toMatch(/^```xml$/m);
    const paths = Object.fromEntries(examples.map(({ flow }, index) => [`/${index}`, flow]));
    const { diagnostics } = await compileFiles(apiFiles(paths, { files }));
    expect(diagnostics.map(describeDiagnostic)).toStrictEqual([]);
  });
  samples(name, examples, { files });
}

const jsonBlock = "```json\n([\\s\\S]*?)^```";

const piecePattern = new RegExp(
  [
    "^(#+ .*)$",
    `^(?:Request body:\n\n${jsonBlock}\n\n)?\`\`\`xml\n<flow>\n([\\s\\S]*?)</flow>\n\`\`\`\n\nAnswer:\n\n${jsonBlock}$`,
    `^For this request body:\n\n${jsonBlock}$`,
    "^\\| Expression \\| Value \\|\n\\|[-|]+\\|\n((?:\\|.*\\|\n)+)",
  ].join("|"),
  "gm",
);

/**
 * Finds the examples of a page: flows with the answer that they give, and tables of expressions with their
 * values. The request body above a table is the context of its expressions.
 */
function examplesOf(text: string): readonly DocExample[] {
  const examples: DocExample[] = [];
  let heading = "";
  let context = "null";
  for (const [, head, body, flow, answer = "", input, rows] of text.matchAll(piecePattern)) {
    if (head !== undefined) heading = head;
    else if (input !== undefined) context = input;
    else if (flow !== undefined) {
      const request = body === undefined ? {} : { request: { json: JSON.parse(body) as unknown } };
      examples.push({ name: `${heading}: flow`, heading, flow, json: JSON.parse(answer), ...request });
    } else if (rows !== undefined) {
      for (const row of rows.trimEnd().split("\n")) examples.push(rowExample(row, heading, context));
    }
  }
  return examples;
}

function rowExample(row: string, heading: string, context: string): DocExample {
  const [, written = "", value = ""] = /^\| `(.+)` \| `(.+)` \|$/.exec(row) ?? [];
  const expression = written.replaceAll("\\|", "|");
  return {
    name: expression,
    heading,
    flow: `<template in="$body"><![CDATA[{{ ${expression} }}]]></template>`,
    request: { json: JSON.parse(context) as unknown },
    json: JSON.parse(value),
  };
}

const filePattern = /^`([\w.]+)`:\n\n```(?:json|xml)\n([\s\S]*?)^```$/gm;

function filesOf(text: string): Files {
  return Object.fromEntries(
    [...text.matchAll(filePattern)].map(([, name = "", content = ""]) => [name, content]),
  );
}
