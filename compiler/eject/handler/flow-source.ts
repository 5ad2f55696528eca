import { factsOf } from "../../constructs/actions/facts.js";
import type { PrintedModule } from "../../output/print.js";
import { countWhile } from "../../source/lists.js";
import type { Span } from "../../source/source-text.js";
import type { Flow, Statement } from "../../syntax/flow.js";
import { type ts, typescript } from "./syntax.js";

/** A generated module, as TypeScript reads it, and where its statements come from. */
export class FlowModule {
  readonly file: ts.SourceFile;
  /** The names that it imports, and the modules that these come from, relative to all modules. */
  readonly imports: ReadonlyMap<string, string>;

  constructor(
    readonly printed: PrintedModule,
    readonly flow: Flow,
  ) {
    const ts = typescript();
    this.file = ts.createSourceFile(printed.path, printed.text, ts.ScriptTarget.ES2023, true);
    this.imports = importsOf(this.file);
  }

  /** The function of the flow. */
  get function(): ts.ArrowFunction | undefined {
    const ts = typescript();
    for (const statement of this.file.statements) {
      const isExported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.length === 1;
      if (!ts.isVariableStatement(statement) || !isExported) continue;
      const initializer = statement.declarationList.declarations[0]?.initializer;
      return initializer !== undefined && ts.isArrowFunction(initializer) ? initializer : undefined;
    }
    return undefined;
  }

  /** The action or branch of the flow that code comes from. */
  statementAt(offset: number): Statement | undefined {
    const { mappings } = this.printed;
    const span = mappings[countWhile(mappings, (each) => each.offset <= offset) - 1]?.span;
    return span && statementAround(this.flow.statements, span);
  }

  /** The XPath of the placeholder that code comes from. */
  placeholderAt(offset: number): string | undefined {
    const { mappings } = this.printed;
    const span = mappings[countWhile(mappings, (each) => each.offset <= offset) - 1]?.span;
    const text = span === undefined ? "" : textOf(span);
    const xpath = text.slice(2, -2);
    return text.startsWith("{{") && text.endsWith("}}") && !/[{}]/.test(xpath) ? xpath.trim() : undefined;
  }

  /** The XPath that an action is about: that of its condition, or else the only one in it. */
  xpathOf(statement: Statement): string | undefined {
    const all =
      statement.kind === "if"
        ? statement.branches.map(({ test }) => test)
        : statement.condition !== undefined
          ? [statement.condition]
          : statement.kind === "action"
            ? factsOf(statement).expressions
            : [];
    const [only, ...others] = all;
    if (only === undefined || others.length > 0) return undefined;
    return unescaped(textOf(only.span));
  }

  /** The comments of the flow before a statement: those that tell its place stay behind. */
  commentsBefore(node: ts.Node): readonly string[] {
    return this.#commentsAt(node.getFullStart());
  }

  /** Those at the end of a block. */
  commentsBehind(statements: ts.NodeArray<ts.Statement>): readonly string[] {
    return this.#commentsAt(statements.end);
  }

  #commentsAt(offset: number): readonly string[] {
    const { text } = this.printed;
    const ranges = typescript().getLeadingCommentRanges(text, offset) ?? [];
    return ranges.flatMap(({ pos, end }) => {
      const comment = text.slice(pos, end).replace(/^\/\/ ?/, "");
      const startsLine = text.slice(text.lastIndexOf("\n", pos) + 1, pos).trim() === "";
      return startsLine && !isPlace(comment, this.flow.source.path) ? [comment] : [];
    });
  }
}

function importsOf(file: ts.SourceFile): ReadonlyMap<string, string> {
  const ts = typescript();
  const found = new Map<string, string>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
    for (const { name } of bindings.elements) found.set(name.text, statement.moduleSpecifier.text);
  }
  return found;
}

/** XPath in an attribute has entities in the place of characters. */
const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => characters[name] as string);

const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const textOf = ({ source, start, end }: Span): string => source.text.slice(start, end);

const isPlace = (comment: string, path: string): boolean =>
  comment.startsWith(`${path}:`) && /^:\d+:\d+ [\w-]+$/.test(comment.slice(path.length));

/** The innermost statement that has a place in it. */
function statementAround(statements: readonly Statement[], { start: place }: Span): Statement | undefined {
  const has = ({ start, end }: Span): boolean => start <= place && place < end;
  const around = (all: readonly Statement[]): Statement | undefined => {
    const statement = all[countWhile(all, ({ span }) => span.start <= place) - 1];
    if (statement === undefined || statement.kind !== "if")
      return statement && has(statement.span) ? statement : undefined;
    const { span, branches, otherwise = [] } = statement;
    for (const each of [...branches.map((branch) => branch.statements), otherwise]) {
      const found = around(each);
      if (found !== undefined) return found;
    }
    return [span, ...branches.map((branch) => branch.span)].some(has) ? statement : undefined;
  };
  return around(statements);
}
