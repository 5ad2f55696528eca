import { ts } from "ts-morph";
import { globalName } from "./meter.js";

export interface Instrumented {
  readonly code: string;
  /** How many blocks count. */
  readonly blocks: number;
  /** Where a block begins in the code as it was given. */
  readonly places: readonly number[];
}

/**
 * Puts a counter into every block of a program: bodies of functions and loops, branches of conditions. What is spread
 * is counted by its length.
 */
export function instrument(code: string): Instrumented {
  const file = ts.createSourceFile("subject.mjs", code, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);
  const insertions = new Insertions();
  const places: number[] = [];
  const counter = (at: number) => {
    places.push(at);
    return `__m(${places.length - 1})`;
  };

  const statement = (node: ts.Statement): void => {
    const start = node.getStart(file);
    if (ts.isBlock(node)) {
      insertions.before(start + 1, `${counter(start)};`);
      ts.forEachChild(node, visit);
      return;
    }
    insertions.before(start, `{${counter(start)};`);
    visit(node);
    insertions.after(node.end, "}");
  };
  const expression = (node: ts.Node): void => {
    const start = node.getStart(file);
    insertions.before(start, `(${counter(start)},`);
    visit(node);
    insertions.after(node.end, ")");
  };
  const spread = (node: ts.Node): void => {
    insertions.before(node.getStart(file), "__s(");
    visit(node);
    insertions.after(node.end, ")");
  };

  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const body = node.body as ts.Block | ts.Expression;
      ts.forEachChild(node, (child) => {
        if (child !== body) visit(child);
        else if (ts.isBlock(child)) statement(child);
        else expression(child);
      });
    } else if (ts.isIfStatement(node)) {
      visit(node.expression);
      statement(node.thenStatement);
      if (node.elseStatement !== undefined) statement(node.elseStatement);
    } else if (ts.isIterationStatement(node, false)) {
      ts.forEachChild(node, (child) => (child === node.statement ? statement(node.statement) : visit(child)));
    } else if (ts.isConditionalExpression(node)) {
      visit(node.condition);
      expression(node.whenTrue);
      expression(node.whenFalse);
    } else if (ts.isBinaryExpression(node) && shortcuts.has(node.operatorToken.kind)) {
      visit(node.left);
      expression(node.right);
    } else if (ts.isCaseOrDefaultClause(node)) {
      if (ts.isCaseClause(node)) visit(node.expression);
      insertions.before(node.statements.pos, `${counter(node.statements.pos)};`);
      node.statements.forEach(visit);
    } else if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node)) {
      spread(node.expression);
    } else if (isCollection(node)) {
      node.arguments?.forEach(spread);
    } else ts.forEachChild(node, visit);
  }

  ts.forEachChild(file, visit);
  const head = `const { block: __m, spread: __s } = globalThis.${globalName};\n`;
  return { code: head + insertions.into(code), blocks: places.length, places };
}

const shortcuts: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** `new Map(…)` and `new Set(…)`. */
const isCollection = (node: ts.Node): node is ts.NewExpression =>
  ts.isNewExpression(node) &&
  ts.isIdentifier(node.expression) &&
  (node.expression.text === "Map" || node.expression.text === "Set");

/** At one place, what ends comes first, the inner before the outer; then what begins, the outer before the inner. */
class Insertions {
  readonly #list: { readonly at: number; readonly isEnd: boolean; readonly text: string }[] = [];

  before(at: number, text: string): void {
    this.#list.push({ at, isEnd: false, text });
  }

  after(at: number, text: string): void {
    this.#list.push({ at, isEnd: true, text });
  }

  into(code: string): string {
    const sorted = this.#list.toSorted((a, b) => a.at - b.at || Number(b.isEnd) - Number(a.isEnd));
    const parts: string[] = [];
    let done = 0;
    for (const { at, text } of sorted) {
      parts.push(code.slice(done, at), text);
      done = at;
    }
    parts.push(code.slice(done));
    return parts.join("");
  }
}
