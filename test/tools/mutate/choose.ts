/** One operator, literal or statement, replaced by another that makes sense. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ts as TypeScript } from "ts-morph";
import { repository, sourcePaths } from "../sources.js";
import { typeScript } from "../type-script.js";

export interface Mutation {
  readonly path: string;
  /** From 0. */
  readonly line: number;
  /** `=== to !==` */
  readonly what: string;
  /** The whole text of the module, changed. */
  readonly text: string;
  /** The line, before and after. */
  readonly before: string;
  readonly after: string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Modules with the same chance, and then their places: long tables do not outweigh the rest. */
export function chooseMutations(count: number, seed: number, below: string): readonly Mutation[] {
  const random = mulberry32(seed);
  const paths = sourcePaths().filter(
    (path) => /^(?:compiler|runtime)\//.test(path) && path.startsWith(below),
  );
  const chosen = new Map<string, Mutation>();
  for (let tries = 0; chosen.size < count && tries < 50 * count; tries++) {
    const path = paths[Math.floor(random() * paths.length)];
    if (path === undefined) break;
    const text = readFileSync(join(repository, path), "utf8");
    const edits = editsOf(text);
    const edit = edits[Math.floor(random() * edits.length)];
    if (edit !== undefined) chosen.set(`${path} ${edit.start} ${edit.text}`, mutation(path, text, edit));
  }
  return [...chosen.values()];
}

function mutation(path: string, text: string, { start, end, text: replacement }: Edit): Mutation {
  const line = text.slice(0, start).split("\n").length - 1;
  const changed = text.slice(0, start) + replacement + text.slice(end);
  const short = (part: string) => (part.length > 40 ? `${part.slice(0, 40)}…` : part).replaceAll("\n", " ");
  return {
    path,
    line,
    what: `${short(text.slice(start, end))} to ${short(replacement) || "nothing"}`,
    text: changed,
    before: text.split("\n")[line]?.trim() ?? "",
    after: changed.split("\n")[line]?.trim() ?? "",
  };
}

const swaps: Readonly<Record<string, readonly string[]>> = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "&&": ["||"],
  "||": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "&": ["|"],
  "|": ["&"],
  "<<": [">>"],
  ">>": ["<<"],
  "+=": ["-="],
  "-=": ["+="],
};

/** In code that runs: types, imports and strings stay. */
function editsOf(text: string): readonly Edit[] {
  const ts = typeScript();
  const file = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2023, true);
  const edits: Edit[] = [];
  const replace = (node: TypeScript.Node, replacement: string) =>
    edits.push({ start: node.getStart(), end: node.getEnd(), text: replacement });
  const visit = (node: TypeScript.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node) && !isText(node)) {
      for (const other of swaps[node.operatorToken.getText()] ?? []) replace(node.operatorToken, other);
      // What stands for a missing value.
      if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) replace(node, node.left.getText());
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      replace(node, node.operand.getText());
    if (ts.isPostfixUnaryExpression(node))
      replace(node, `${node.operand.getText()}${node.getText().endsWith("++") ? "--" : "++"}`);
    if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, "true");
    if (ts.isConditionalExpression(node)) replace(node.condition, `!(${node.condition.getText()})`);
    if (ts.isIfStatement(node)) replace(node.expression, `!(${node.expression.getText()})`);
    // A call for its effect.
    if (
      ts.isExpressionStatement(node) &&
      (ts.isCallExpression(node.expression) || ts.isAwaitExpression(node.expression))
    )
      replace(node, ";");
    node.forEachChild(visit);
  };
  /** `-` between texts would only break them. */
  const isText = ({ left, right, operatorToken }: TypeScript.BinaryExpression): boolean =>
    operatorToken.kind === ts.SyntaxKind.PlusToken &&
    [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
  visit(file);
  return edits;
}

/** Numbers from 0 up to 1, the same for the same seed. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
