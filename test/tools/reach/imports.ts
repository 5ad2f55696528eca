import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { ts as TypeScript } from "ts-morph";
import { repository, sourcePaths } from "../sources.js";
import { typeScript } from "../type-script.js";

/** The project's own modules that a module imports or exports from, by value: paths from the repository's top. */
export function importsOf(path: string): readonly string[] {
  const known = cache.get(path);
  if (known !== undefined) return known;
  const file = join(repository, path);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const found = [
    ...text.matchAll(
      /^(?!import type|export type)(?:import|export|\}).*?\bfrom "(\.[^"\n]+)"|import\("(\.[^"\n]+)"\)/gm,
    ),
  ].map(([, one, other]) => resolved(path, one ?? other ?? ""));
  cache.set(path, found);
  return found;
}

const resolved = (path: string, specifier: string): string =>
  posix.join(posix.dirname(path), specifier).replace(/\.js$/, ".ts");

const cache = new Map<string, readonly string[]>();

/** The module and all modules that it needs, as far as they are in `test/`. */
export function testModules(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const each of importsOf(path)) if (each.startsWith("test/")) testModules(each, seen);
  return seen;
}

let importers: ReadonlyMap<string, readonly string[]> | undefined;

/** The sources that may use what it makes when it is read: its importers, and theirs where they pass it on. */
export function usersOf(path: string): readonly string[] {
  importers ??= inverted();
  const found = new Set<string>();
  const visit = (each: string): void => {
    for (const importer of importers?.get(each) ?? []) {
      if (found.has(importer)) continue;
      found.add(importer);
      if (passesOn(importer, each)) visit(importer);
    }
  };
  visit(path);
  return [...found];
}

/** Whether the importer exports it as it is, or makes something of it when it is read itself. */
function passesOn(importer: string, path: string): boolean {
  const ts = typeScript();
  const text = readFileSync(join(repository, importer), "utf8");
  const file = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2023, true);
  const isFrom = (specifier: TypeScript.Expression | undefined): boolean =>
    specifier !== undefined && ts.isStringLiteral(specifier) && resolved(importer, specifier.text) === path;
  const names = new Set<string>();
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement) && isFrom(statement.moduleSpecifier)) return true;
    if (!ts.isImportDeclaration(statement) || !isFrom(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || ts.isNamespaceImport(bindings)) return true;
    for (const { name } of bindings.elements) names.add(name.text);
  }
  const uses = (node: TypeScript.Node): boolean => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return false;
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) return false;
    return (ts.isIdentifier(node) && names.has(node.text)) || ts.forEachChild(node, uses) === true;
  };
  return uses(file);
}

function inverted(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const path of sourcePaths())
    for (const imported of importsOf(path)) found.set(imported, [...(found.get(imported) ?? []), path]);
  return found;
}
