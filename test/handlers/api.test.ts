/** All that `flowc/handler` exports, as test/handlers/api.md has it: what changes here changes for code that people own. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ExportedDeclarations, Node, Project, type SourceFile } from "ts-morph";
import { expect, test } from "vitest";
import { repository } from "../support/project.js";

const report = join(repository, "test/handlers/api.md");

function exported(): ReadonlyMap<string, readonly ExportedDeclarations[]> {
  const project = new Project({
    tsConfigFilePath: join(repository, "tsconfig.json"),
    skipAddingFilesFromTsConfig: true,
  });
  return project.addSourceFileAtPath(join(repository, "runtime/handler.ts")).getExportedDeclarations();
}

/** A declaration without bodies and comments. */
function signature(node: Node): string {
  if (Node.isSourceFile(node)) return namespaceText(node);
  if (Node.isVariableDeclaration(node))
    return `export const ${node.getName()}: ${node.getTypeNodeOrThrow().getText()};`;
  if (!Node.isFunctionDeclaration(node)) return withoutComments(node.getText());
  const text = node.getText();
  const end = node.getBody()?.getStart() ?? node.getEnd();
  return `${withoutComments(text.slice(0, end - node.getStart()))
    .trim()
    .replace(/;$/, "")};`;
}

/** The declarations of a module that is a namespace. Its types are named where they are used. */
function namespaceText(file: SourceFile): string {
  const all = [...file.getExportedDeclarations()].sort(([a], [b]) => (a < b ? -1 : 1));
  return all.flatMap(([, nodes]) => nodes.map(signature)).join("\n");
}

const withoutComments = (text: string): string =>
  text.replace(/^\s*\/\*\*[\s\S]*?\*\/\n?/gm, "").replace(/^\s*\/\/.*\n/gm, "");

/** The declarations of the module that a declaration names, without being exported themselves. */
function named(text: string, file: SourceFile, known: Set<string>): readonly string[] {
  return [...file.getInterfaces(), ...file.getTypeAliases()].flatMap((one) => {
    const name = one.getName();
    if (known.has(name) || !new RegExp(`\\b${name}\\b`).test(text)) return [];
    known.add(name);
    const own = signature(one);
    return [own, ...named(own, file, known)];
  });
}

test("its names, types and signatures are those of the report", () => {
  const all = exported();
  const known = new Set(all.keys());
  const blocks = [...all]
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .map(([name, [node]]) => {
      const own = signature(node as Node);
      const others = named(own, (node as Node).getSourceFile(), known);
      return `## ${name}\n\n\`\`\`ts\n${[own, ...others].join("\n\n")}\n\`\`\`\n`;
    });
  const text = `# flowc/handler\n\n${blocks.join("\n")}`.replace(/\bUntyped\b/g, "any");
  if (process.env.UPDATE === "1") writeFileSync(report, text);
  expect(text).toBe(readFileSync(report, "utf8"));
  expect(all.size).toBeLessThanOrEqual(25);
});
