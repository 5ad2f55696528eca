/** What a change of a source can change: functions, or what is evaluated when the module is read. */
import { spawnSync } from "node:child_process";
import type { ts as TypeScript } from "ts-morph";
import { typeScript } from "../type-script.js";
import { keptPath, keptText } from "./record.js";

export interface Change {
  /** Lines of the functions whose code has changed, from 0, in the old text: from the first to the last. */
  readonly functions: readonly (readonly [number, number])[];
  /** Whether code outside functions has changed. */
  readonly ofModule: boolean;
}

/** From one kept text to another. */
export function changeOf(oldName: string, newName: string): Change {
  const [oldText, newText] = [keptText(oldName), keptText(newName)];
  if (code(oldText) === code(newText)) return { functions: [], ofModule: false };
  const [before, after] = [new Layout(oldText), new Layout(newText)];
  const functions = new Map<string, readonly [number, number]>();
  let ofModule = false;
  for (const { from, removed, to, added } of hunks(oldName, newName)) {
    // What is only added belongs to the function that is around it, if it is in one.
    const olds = removed > 0 ? range(from, removed) : [from, from + 1];
    for (const line of olds) {
      const around = before.functionAt(line);
      if (around !== undefined) functions.set(around.join("-"), around);
      else if (removed > 0 && before.isCode(line)) ofModule = true;
    }
    for (const line of range(to, added))
      if (after.functionAt(line) === undefined && after.isCode(line)) ofModule = true;
  }
  return { functions: [...functions.values()], ofModule };
}

const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

interface Hunk {
  readonly from: number;
  readonly removed: number;
  readonly to: number;
  readonly added: number;
}

/** Lines from 0; where nothing is removed, `from` is the line before. */
function hunks(oldName: string, newName: string): readonly Hunk[] {
  const { stdout } = spawnSync("git", ["diff", "--no-index", "-U0", keptPath(oldName), keptPath(newName)], {
    encoding: "utf8",
  });
  return [...stdout.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map(
    ([, from, removed = "1", to, added = "1"]) => ({
      from: Number(from) - 1,
      removed: Number(removed),
      to: Number(to) - 1,
      added: Number(added),
    }),
  );
}

/** Without types and comments. */
function code(text: string): string {
  const ts = typeScript();
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      removeComments: true,
    },
  });
  return outputText;
}

/** Which lines of a module are in which function, and which are code that runs when it is read. */
class Layout {
  /** Inner ones after outer ones. */
  readonly #functions: (readonly [number, number])[] = [];
  readonly #inert = new Set<number>();

  constructor(text: string) {
    const ts = typeScript();
    const file = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2023, true);
    const lineAt = (offset: number) => file.getLineAndCharacterOfPosition(offset).line;
    const lines = (node: TypeScript.Node) => [lineAt(node.getStart()), lineAt(node.getEnd())] as const;
    const visit = (node: TypeScript.Node): void => {
      if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined)
        this.#functions.push(lines(node));
      node.forEachChild(visit);
    };
    visit(file);
    text.split("\n").forEach((line, index) => {
      if (/^\s*(?:\/\/.*|\/?\*.*|[{}[\]();,]*)$/.test(line)) this.#inert.add(index);
    });
    for (const statement of file.statements) {
      const isInert =
        ts.isImportDeclaration(statement) ||
        ts.isInterfaceDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement);
      if (!isInert) continue;
      const [first, last] = lines(statement);
      for (let line = first; line <= last; line++) this.#inert.add(line);
    }
  }

  functionAt(line: number): readonly [number, number] | undefined {
    return this.#functions.findLast(([first, last]) => first <= line && line <= last);
  }

  isCode(line: number): boolean {
    return !this.#inert.has(line);
  }
}
