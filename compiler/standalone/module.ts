import { posix } from "node:path";
import { type ts, tsMorph } from "../parse/handler/typescript.js";

/** A part of a text, and what takes its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** @param edits none of them within another */
export function edited(text: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((a, b) => a.start - b.start);
  const parts = sorted.map((edit, index) => text.slice(sorted[index - 1]?.end ?? 0, edit.start) + edit.text);
  return parts.join("") + text.slice(sorted.at(-1)?.end ?? 0);
}

export function parsed(text: string): ts.SourceFile {
  const { ts } = tsMorph();
  return ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2023, true);
}

export interface Layout {
  /** Where a module lies in the project, by the path that the build gave it; the ending may be `.ts` or `.js`. */
  readonly place: (path: string) => string;
  /** The name of an export there, if it is another one. */
  readonly nameIn?: (path: string, name: string) => string | undefined;
}

/**
 * The text of a module at its new place: its imports lead to where the others are now. Data has to be imported as such, for
 * Node.
 * @param path the one that the build gave it
 */
export function moved(path: string, text: string, layout: Layout): string {
  if (!/\.[jt]s$/.test(path)) return text;
  const { ts } = tsMorph();
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && isSpecifier(ts, node) && node.text.startsWith(".")) {
      const { parent } = node;
      const from = posix.join(posix.dirname(path), node.text);
      const target = layout.place(from);
      const specifier = relativePath(posix.dirname(layout.place(path)), target);
      edits.push({ start: node.getStart() + 1, end: node.end - 1, text: specifier });
      for (const name of importedNames(ts, parent)) {
        const there = layout.nameIn?.(from, name.text);
        if (there !== undefined)
          edits.push({ start: name.getStart(), end: name.getStart(), text: `${there} as ` });
      }
      if (target.endsWith(".json") && ts.isImportDeclaration(parent) && parent.attributes === undefined)
        edits.push({ start: node.end, end: node.end, text: ' with { type: "json" }' });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed(text));
  return edited(text, edits);
}

export function relativePath(from: string, to: string): string {
  const path = posix.relative(from, to);
  return path.startsWith(".") ? path : `./${path}`;
}

function isSpecifier({ SyntaxKind }: typeof ts, { parent }: ts.StringLiteral): boolean {
  switch (parent.kind) {
    case SyntaxKind.ImportDeclaration:
    case SyntaxKind.ExportDeclaration:
      return true;
    case SyntaxKind.CallExpression:
      return (parent as ts.CallExpression).expression.kind === SyntaxKind.ImportKeyword;
    default:
      return parent.kind === SyntaxKind.LiteralType && parent.parent.kind === SyntaxKind.ImportType;
  }
}

function importedNames(
  { isImportDeclaration, isNamedImports }: typeof ts,
  node: ts.Node,
): readonly ts.Identifier[] {
  const bindings = isImportDeclaration(node) ? node.importClause?.namedBindings : undefined;
  if (bindings === undefined || !isNamedImports(bindings)) return [];
  return bindings.elements.filter((each) => each.propertyName === undefined).map(({ name }) => name);
}

/** The packages and entries of packages that a module imports. */
export const packagesIn = (text: string): readonly string[] =>
  tsMorph()
    .ts.preProcessFile(text, true, true)
    .importedFiles.flatMap(({ fileName }) => (/^[.#]/.test(fileName) ? [] : fileName));
