import { createRequire } from "node:module";
import type {
  ImportDeclarationStructure,
  SourceFileStructure,
  VariableStatementStructure,
  WriterFunction,
} from "ts-morph";
import { blockCommentText, code, isIdentifier } from "../code/code.js";
import type { Doc } from "../code/doc.js";
import { type Mark, maxColumn, printDoc } from "../code/print-doc.js";
import type { Declaration, ModulePlan } from "../generate/module/plan.js";

export interface PrintedModule {
  readonly path: string;
  readonly text: string;
  /** Sorted by offset. Code before the first one, and code without a span, belongs to no flow. */
  readonly mappings: readonly Mark[];
}

/**
 * Prints module plans as text. ts-morph prints each module with `placeholder` where code belongs, and its
 * tree says where that is. So code keeps its layout and marks, and ts-morph does not parse it again.
 */
export async function print(plans: readonly ModulePlan[]): Promise<PrintedModule[]> {
  // ts-morph contains a TypeScript compiler, which takes 0.3 s to load. A build with errors should not have
  // to wait for it. An `import` would take twice as long, because Node searches its 9 MB for the names that
  // it exports.
  const morph: Morph = createRequire(import.meta.url)("ts-morph");
  const project = new morph.Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: {
      indentationText: morph.IndentationText.TwoSpaces,
      quoteKind: morph.QuoteKind.Double,
    },
  });
  return plans.map((plan) => {
    const file = project.createSourceFile(plan.path, structure(plan, morph), { overwrite: true });
    const shell = file.getFullText();
    const holes = file.compilerNode.statements.flatMap((statement): Hole[] => {
      const value = morph.ts.isVariableStatement(statement)
        ? statement.declarationList.declarations[0]?.initializer
        : morph.ts.isExpressionStatement(statement)
          ? statement
          : undefined;
      return value === undefined
        ? []
        : [{ start: value.getStart(file.compilerNode), end: statement.getEnd() }];
    });
    project.removeSourceFile(file);
    return { path: plan.path, ...fill(shell, holes, plan.declarations.map(content)) };
  });
}

/** The place of a placeholder, including the semicolon after it. */
interface Hole {
  readonly start: number;
  readonly end: number;
}

const placeholder = "_";

function content(declaration: Declaration): Doc {
  return declaration.kind === "const" ? code`${declaration.initializer};` : declaration.statement;
}

function fill(shell: string, holes: readonly Hole[], docs: readonly Doc[]): Omit<PrintedModule, "path"> {
  if (holes.length !== docs.length) throw new Error("A placeholder of a generated module was lost.");
  const mappings: Mark[] = [];
  let whole = "";
  let done = 0;
  holes.forEach(({ start, end }, index) => {
    whole += shell.slice(done, start);
    const column = whole.length - 1 - whole.lastIndexOf("\n");
    const printed = printDoc(docs[index] as Doc, column);
    for (const { offset, span } of printed.marks) mappings.push({ offset: whole.length + offset, span });
    if (mappings.at(-1)?.span !== undefined)
      mappings.push({ offset: whole.length + printed.text.length, span: undefined });
    whole += printed.text;
    done = end;
  });
  return { text: whole + shell.slice(done), mappings };
}

type Morph = typeof import("ts-morph");

function structure(plan: ModulePlan, morph: Morph): SourceFileStructure {
  const header = blockCommentText(plan.docs)
    .split("\n")
    .map((row) => `// ${row}`.trimEnd());
  const [first, ...others] = importsOf(plan, morph);
  return {
    kind: morph.StructureKind.SourceFile,
    statements: [
      ...header,
      ...(first === undefined ? [] : [{ ...first, leadingTrivia: "\n" }]),
      ...others,
      ...plan.declarations.map((declaration) => statementOf(declaration, morph)),
      ...plan.declarations.filter(isDefault).map(({ name }) => `\nexport default ${name};`),
    ],
  };
}

/** One declaration for each module: `import { at, type Flow } from "flowc/runtime"`. */
function importsOf(
  { imports, typeImports }: ModulePlan,
  { StructureKind }: Morph,
): ImportDeclarationStructure[] {
  return [...new Set([...imports.keys(), ...typeImports.keys()])]
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((moduleSpecifier) => {
      if (!/^[\w@./-]+$/.test(moduleSpecifier)) throw new Error(`${moduleSpecifier} is no module specifier.`);
      const values = [...(imports.get(moduleSpecifier) ?? [])].map(binding);
      const types = [...(typeImports.get(moduleSpecifier) ?? [])].map(binding);
      const isTypeOnly = values.length === 0;
      const names = [...values, ...types]
        .sort((a, b) => compare(a.toLowerCase(), b.toLowerCase()) || compare(a, b))
        .map((name) => (!isTypeOnly && types.includes(name) ? `type ${name}` : name));
      return {
        kind: StructureKind.ImportDeclaration,
        moduleSpecifier,
        isTypeOnly,
        namedImports: namedImports(names, moduleSpecifier, isTypeOnly),
      };
    });
}

/** The names on one line, or on a line each if that would be too long. */
function namedImports(
  names: readonly string[],
  moduleSpecifier: string,
  isTypeOnly: boolean,
): string[] | WriterFunction {
  const { length } = `import ${isTypeOnly ? "type " : ""}{ ${names.join(", ")} } from "${moduleSpecifier}";`;
  return length <= maxColumn || names.length === 1
    ? [...names]
    : (writer) =>
        writer
          .newLine()
          .write(names.map((name) => `${name},`).join("\n"))
          .newLine();
}

function compare(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Sorts packages before modules of the project. */
function rank(moduleSpecifier: string) {
  return moduleSpecifier.startsWith(".") ? 1 : 0;
}

function isDefault(declaration: Declaration): declaration is ConstDeclaration {
  return declaration.kind === "const" && declaration.exported === "default";
}

type ConstDeclaration = Extract<Declaration, { kind: "const" }>;

function statementOf(declaration: Declaration, morph: Morph): string | VariableStatementStructure {
  if (declaration.kind === "statement") return `\n${placeholder};`;
  const { name, exported, docs, type } = declaration;
  return {
    kind: morph.StructureKind.VariableStatement,
    leadingTrivia: "\n",
    isExported: exported === true,
    declarationKind: morph.VariableDeclarationKind.Const,
    docs: docs === undefined ? [] : [blockCommentText(docs)],
    declarations: [
      {
        name: binding(name),
        initializer: placeholder,
        ...(type === undefined ? {} : { type: printDoc(type).text }),
      },
    ],
  };
}

function binding(name: string): string {
  if (!isIdentifier(name)) throw new Error(`${JSON.stringify(name)} is no name for a binding.`);
  return name;
}
