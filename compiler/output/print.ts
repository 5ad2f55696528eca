import { blockCommentText, code, isIdentifier } from "../code/code.js";
import { type Doc, layoutOf } from "../code/doc.js";
import { type Mark, maxColumn, type PartEdge, printDoc } from "../code/print-doc.js";
import type { Declaration, ModulePlan } from "../generate/module/plan.js";

export interface PrintedModule {
  readonly path: string;
  readonly text: string;
  /** Sorted by offset. Code before the first one, and code without a span, belongs to no flow. */
  readonly mappings: readonly Mark[];
  /** Where the parts of flows begin and end; those of modules that others made are not known. */
  readonly edges?: readonly PartEdge[];
  /** The text that is linked, where it is another one. Its lines are the same. */
  readonly linked?: string | undefined;
  /** The directory on disk where packages that it imports are looked for. */
  readonly directory?: string | undefined;
  /** The values that it imports, by module specifier; `undefined` for scripts that others made, and for types alone. */
  readonly imports?: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Prints a module plan. ts-morph would print the same from structures, but it parses each module to do so. */
export function print(plan: ModulePlan): PrintedModule {
  const mappings: Mark[] = [];
  const edges: PartEdge[] = [];
  const parts: string[] = [];
  let length = 0;
  const write = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  write(shell(plan));
  const longest = plan.declarations.reduce(
    (most, each) => Math.max(most, layoutOf(content(each)).comment),
    0,
  );
  for (const declaration of plan.declarations) {
    const { docs, start } = head(declaration);
    write(`\n${docs}${start}`);
    const printed = printDoc(content(declaration), start.length - 1 - start.lastIndexOf("\n"), longest);
    for (const { offset, span, name } of printed.marks)
      mappings.push({ offset: length + offset, span, name });
    for (const { offset, part, isEnd } of printed.edges) edges.push({ offset: length + offset, part, isEnd });
    write(printed.text);
    if (mappings.at(-1)?.span !== undefined)
      mappings.push({ offset: length, span: undefined, name: undefined });
    write("\n");
  }
  for (const { name } of plan.declarations.filter(isDefault)) write(`\nexport default ${name};\n`);
  return { path: plan.path, text: parts.join(""), mappings, edges, imports: plan.imports };
}

function content(declaration: Declaration): Doc {
  return declaration.kind === "const" ? code`${declaration.initializer};` : declaration.statement;
}

/** The comment at the top, and the imports. */
function shell(plan: ModulePlan): string {
  let text = "";
  for (const row of blockCommentText(plan.docs).split("\n")) text += `${`// ${row}`.trimEnd()}\n`;
  const imports = importsOf(plan);
  if (imports.length > 0) text += "\n";
  for (const each of imports) text += importText(each);
  return text;
}

interface Import {
  readonly specifier: string;
  readonly isTypeOnly: boolean;
  readonly names: readonly string[];
}

/** One declaration for each module: `import { at, type Flow } from "flowc/runtime"`. */
function importsOf({ imports, typeImports }: ModulePlan): Import[] {
  return [...new Set([...imports.keys(), ...typeImports.keys()])]
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((specifier) => {
      if (!/^[\w@./-]+$/.test(specifier)) throw new Error(`${specifier} is no module specifier.`);
      const values = [...(imports.get(specifier) ?? [])].map(binding);
      const types = new Set([...(typeImports.get(specifier) ?? [])].map(binding));
      const isTypeOnly = values.length === 0;
      const names = [...values, ...types]
        .sort((a, b) => compare(a.toLowerCase(), b.toLowerCase()) || compare(a, b))
        .map((name) => (!isTypeOnly && types.has(name) ? `type ${name}` : name));
      return { specifier, isTypeOnly, names };
    });
}

/** The names on one line, or on a line each if that would be too long. */
function importText({ specifier, isTypeOnly, names }: Import): string {
  const keyword = isTypeOnly ? "import type" : "import";
  const [only = ""] = names;
  const [, byDefault] = names.length === 1 ? only.split("default as ") : [];
  if (byDefault !== undefined) return `${keyword} ${byDefault} from "${specifier}";\n`;
  const line = `${keyword} { ${names.join(", ")} } from "${specifier}";`;
  if (line.length <= maxColumn || names.length === 1) return `${line}\n`;
  return `${keyword} {\n${names.map((name) => `  ${name},\n`).join("")}} from "${specifier}";\n`;
}

/** The text before the code of a declaration. */
function head(declaration: Declaration): { readonly docs: string; readonly start: string } {
  if (declaration.kind === "statement") return { docs: "", start: "" };
  const { name, exported, docs, type } = declaration;
  const start = `${exported === true ? "export " : ""}const ${binding(name)}`;
  const typed = type === undefined ? start : `${start}: ${printDoc(type).text}`;
  return { docs: docs === undefined ? "" : docsText(docs), start: `${typed} = ` };
}

function docsText(docs: string): string {
  const rows = blockCommentText(docs).split("\n");
  if (rows.length === 1) return `/** ${rows[0]} */\n`;
  return `/**\n${rows.map((row) => `${` * ${row}`.trimEnd()}\n`).join("")} */\n`;
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

function binding(name: string): string {
  for (const part of name.split(" as "))
    if (part !== "default" && !isIdentifier(part))
      throw new Error(`${JSON.stringify(name)} is no name for a binding.`);
  return name;
}
