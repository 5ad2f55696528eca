import { blockCommentText, call, code, identifier, lines, quote, quoted } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { printDoc } from "../../code/print-doc.js";
import { handlerExports } from "../../code/runtime-exports.js";
import { Calls, type Reach } from "./calls.js";
import { Expressions } from "./expressions.js";
import type { FlowModule } from "./flow-source.js";
import { Names } from "./names.js";
import { Parts } from "./parts.js";
import { type PlaceFacts, Places } from "./places.js";
import { Statements } from "./statements.js";
import { argumentsOf, calleeOf, type ts, typescript } from "./syntax.js";
import { Decisions, levels, written } from "./written.js";

/** What is known around a flow that becomes a handler. */
export interface Surroundings extends PlaceFacts, Reach {
  /** What the operation is about. */
  readonly summary: string | undefined;
  /** Variables that can be constants of the handler. */
  readonly constants: ReadonlySet<string>;
  isFree(path: string): boolean;
  /** The file with JSON that a name of the module stands for. */
  fileOf(name: string): { readonly specifier: string; readonly data: unknown } | undefined;
}

/** A handler, and the flows that it calls for what stays XML. */
interface WrittenHandler {
  readonly text: string;
  readonly parts: ReadonlyMap<string, string>;
  /** The elements that stay XML. */
  readonly kept: readonly string[];
}

/** Writes a flow's function as a handler, again and again until no assumption has turned out to be wrong. */
export function writeHandler(module: FlowModule, surroundings: Surroundings): WrittenHandler {
  const decisions = new Decisions();
  for (;;) {
    const handler = new HandlerWriter(module, surroundings, decisions).write();
    if (!decisions.haveGrown()) return handler;
  }
}

class HandlerWriter {
  readonly #names: Names;
  readonly #expressions: Expressions;
  readonly #calls: Calls;
  readonly #parts: Parts;
  readonly #statements: Statements;

  constructor(
    private readonly module: FlowModule,
    private readonly surroundings: Surroundings,
    decisions: Decisions,
  ) {
    const isConstant = (variable: string) =>
      surroundings.constants.has(variable) && !decisions.shared.has(variable);
    this.#names = new Names([...reserved, ...identifiersOf(module.file)]);
    const places = new Places(surroundings, this.#names);
    this.#expressions = new Expressions(places, this.#names, decisions, module);
    this.#calls = new Calls(this.#expressions, surroundings, isConstant);
    this.#parts = new Parts(module.flow, this.#calls, decisions, isConstant, surroundings.isFree);
    this.#statements = new Statements(module, this.#expressions, this.#calls, this.#parts, isConstant);
  }

  write(): WrittenHandler {
    const ts = typescript();
    const fn = this.module.function;
    if (fn === undefined || !ts.isBlock(fn.body)) throw new TypeError("The module has no flow.");
    const data = this.#data();
    const constants = this.#constants();
    const draft = this.#statements.whole(fn.body.statements);
    this.#calls.nameResponses(printDoc(lines(draft())).text);
    const body = draft();
    const parameters = this.#names.usesRequest ? code`$, request` : code`$`;
    const start = this.#calls.isAsync ? code`async (${parameters})` : code`(${parameters})`;
    const handler = code`
      handler(${start} => {
        ${lines(body)}
      });
    `;
    const flows = [...this.#calls.flows].map(
      ([path, name]) => code`const ${name} = ${call(this.#names.use("flow"), [quote(path)])};`,
    );
    const head = [...flows, ...constants];
    const printed = [
      ...(head.length === 0 ? [] : [`${printDoc(lines(head)).text}\n`]),
      `${docs(this.surroundings.summary)}${exported}${printDoc(handler, exported.length).text}\n`,
    ].join("\n");
    // What was tried may have asked for more.
    const used = [...this.#names.imported].filter((name) =>
      new RegExp(`(?<!\\w\\.)\\b${name}[.(]`).test(printed),
    );
    return {
      text: `${imports(used)}${data()}\n${printed}`,
      parts: this.#parts.texts(),
      kept: this.#parts.kept.map((statement) =>
        statement.kind === "action" ? statement.element : statement.kind,
      ),
    };
  }

  /** Imports files with JSON. Returns those imports that are used. */
  #data(): () => string {
    const used = new Set<string>();
    for (const name of this.module.imports.keys()) {
      const file = this.surroundings.fileOf(name);
      if (file === undefined) continue;
      const { specifier, data } = file;
      const own = this.#names.fresh(specifier.replace(/^.*\//, "").replace(/\.json$/, ""));
      const use = () => {
        used.add(`import ${own} from ${quoted(specifier)} with { type: "json" };\n`);
        return identifier(own);
      };
      this.#expressions.places.files.set(name, { data, use });
    }
    return () => [...used].sort().join("");
  }

  /** The data that is the same for all requests. */
  #constants(): readonly Doc[] {
    const ts = typescript();
    const made: Doc[] = [];
    for (const statement of this.module.file.statements) {
      if (!ts.isVariableStatement(statement) || statement.modifiers !== undefined) continue;
      const [{ name, initializer } = {}] = statement.declarationList.declarations;
      if (name === undefined || initializer === undefined) continue;
      const value =
        calleeOf(initializer) === "asContent" ? (argumentsOf(initializer)[0] as ts.Expression) : initializer;
      const { doc, kind } = this.#expressions.value(value);
      const own = identifier(this.#names.fresh(name.getText()));
      this.#expressions.places.bindings.set(name.getText(), written(own, kind, levels.primary));
      made.push(code`const ${own} = ${doc};`);
    }
    return made;
  }
}

const exported = "export default ";

/** Names that mean something else in a handler. */
const reserved = ["request", ...[...handlerExports].filter((name) => !name.includes("."))];

/** Parameters of functions keep their names, so that nothing else may have them. */
function identifiersOf(file: ts.SourceFile): ReadonlySet<string> {
  const ts = typescript();
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isParameter(node)) found.add(node.name.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function imports(names: readonly string[]): string {
  const sorted = [...names].sort();
  const line = `import { ${sorted.join(", ")} } from "flowc/handler";`;
  if (line.length <= 100) return `${line}\n`;
  return `import {\n${sorted.map((name) => `  ${name},\n`).join("")}} from "flowc/handler";\n`;
}

const docs = (summary: string | undefined): string =>
  summary === undefined ? "" : `/** ${blockCommentText(summary).replaceAll("\n", " ")} */\n`;
