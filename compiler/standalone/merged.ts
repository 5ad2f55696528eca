import { type ts, tsMorph } from "../parse/handler/typescript.js";
import { type Edit, edited, parsed } from "./module.js";

/** A generated module that becomes a part of another one, and the names of its exports there. */
export interface Part {
  readonly text: string;
  readonly exported: (name: string) => string;
}

/** Joins modules that lie in one folder to one, without exports: their imports first. */
export function merged(parts: readonly Part[]): string {
  const imports = new Map<string, Set<string>>();
  const taken = new Set<string>();
  const bodies = parts.map((part, index) => {
    const file = parsed(part.text);
    const body = file.statements.filter((statement) => !noteImport(statement, imports));
    const names = new Map(
      declaredIn(body).map(({ name, isExported }) => {
        const own = isExported ? part.exported(name) : name;
        return [name, taken.has(own) ? `${own}Of${index}` : own];
      }),
    );
    for (const name of names.values()) taken.add(name);
    const [first] = body;
    if (first === undefined) return "";
    const text = edited(
      part.text,
      body
        .flatMap((statement) => [...withoutExport(statement), ...renamed(statement, names)])
        .filter(({ start, end, text }) => part.text.slice(start, end) !== text),
    );
    const cut = first.getFullStart();
    return text.slice(cut).trim();
  });
  return [...importTexts(imports), "", bodies.join("\n\n"), ""].join("\n");
}

/** Returns false for any other statement. */
function noteImport(statement: ts.Statement, imports: Map<string, Set<string>>): boolean {
  const { ts } = tsMorph();
  if (!ts.isImportDeclaration(statement)) return false;
  const { importClause: clause, moduleSpecifier } = statement;
  const specifier = moduleSpecifier.getText();
  const names = imports.get(specifier) ?? new Set();
  imports.set(specifier, names);
  if (clause?.name !== undefined) names.add(`default as ${clause.name.text}`);
  const bindings = clause?.namedBindings;
  if (bindings !== undefined && ts.isNamedImports(bindings))
    for (const element of bindings.elements)
      names.add(clause?.isTypeOnly === true ? `type ${element.getText()}` : element.getText());
  return true;
}

function importTexts(imports: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const isOwn = (specifier: string) => Number(specifier.startsWith('".'));
  return [...imports]
    .sort(([a], [b]) => isOwn(a) - isOwn(b) || (a < b ? -1 : 1))
    .map(([specifier, names]) => {
      const sorted = [...names].sort((a, b) => (bare(a).toLowerCase() < bare(b).toLowerCase() ? -1 : 1));
      const isTypes = sorted.every((name) => name.startsWith("type "));
      const list = (isTypes ? sorted.map(bare) : sorted).join(", ");
      return `import ${isTypes ? "type " : ""}{ ${list} } from ${specifier};`;
    });
}

const bare = (name: string): string => name.replace(/^type /, "");

interface Declared {
  readonly name: string;
  readonly isExported: boolean;
}

function declaredIn(statements: readonly ts.Statement[]): readonly Declared[] {
  const { ts } = tsMorph();
  return statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement)) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    return statement.declarationList.declarations.map(({ name }) => ({ name: name.getText(), isExported }));
  });
}

/** Without `export`, and without the comment that says which request an exported flow answers. */
function withoutExport(statement: ts.Statement): readonly Edit[] {
  const { ts } = tsMorph();
  if (!ts.isVariableStatement(statement)) return [];
  const keyword = statement.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (keyword === undefined) return [];
  const [comment] = ts.getJSDocCommentsAndTags(statement);
  const start = comment?.getStart() ?? keyword.getStart();
  return [{ start, end: keyword.end + 1, text: "" }];
}

/** Members of objects have names of their own. */
function renamed(statement: ts.Statement, names: ReadonlyMap<string, string>): readonly Edit[] {
  const { ts } = tsMorph();
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const name = names.get(node.text);
      const { parent } = node;
      const isMember =
        (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
      if (name !== undefined && !isMember) {
        const text = ts.isShorthandPropertyAssignment(parent) ? `${node.text}: ${name}` : name;
        edits.push({ start: node.getStart(), end: node.end, text });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return edits;
}
