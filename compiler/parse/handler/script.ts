import type { Part } from "../../code/doc.js";
import { handlerExports } from "../../code/runtime-exports.js";
import { oncePer } from "../../source/remembered.js";
import type { SourceText, Span } from "../../source/source-text.js";
import type { Named, Script, SentRequest } from "../../syntax/handler.js";
import type { JsonMember, JsonNode, ObjectNode } from "../../syntax/json-template.js";
import type { TemplateExpression } from "../../syntax/template.js";
import type { Expression } from "../../syntax/xpath.js";
import { type ts, tsMorph } from "./typescript.js";

/** A script, and what its parser has found wrong. */
export interface ReadScript {
  readonly script: Script;
  readonly problems: readonly { readonly span: Span; readonly message: string; readonly code: number }[];
}

/** The module that handlers import. */
export const handlerModule = "flowc/handler";

/** Reads a module of TypeScript: what it imports, and what it does with the variables and systems of an app. */
export const readScript = oncePer((source: SourceText): ReadScript => {
  const { ts } = tsMorph();
  const file = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.ES2023, true);
  const script = new ScriptReader(ts, source, file).read();
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly ts.DiagnosticWithLocation[] };
  const problems = parseDiagnostics.map(({ start, length, messageText, code }) => ({
    span: source.span(start, start + length),
    message: ts.flattenDiagnosticMessageText(messageText, " "),
    code,
  }));
  return { script, problems };
});

/** Members of a request that need no body. */
const withoutBody: ReadonlySet<string> = new Set([
  "method",
  "url",
  "id",
  "params",
  "query",
  "headers",
  "cookies",
]);

/** The namespace in `flowc/handler` of which a bundle has only the members that handlers use, such as `xpath.equal`. */
export const xpathNamespace = "xpath";

/** Its function that reads a variable by its name. */
const readsVariable = `${xpathNamespace}.variable`;

/** The functions of `flowc/handler` that decide about the answer. */
const answering: ReadonlySet<string> = new Set(["respond", "fail", "flow"]);

class ScriptReader implements Script {
  readonly imports = new Map<string, Set<string>>();
  readonly specifiers: (Named & { readonly isType: boolean })[] = [];
  readonly handlerNames: Named[] = [];
  handler: Span | undefined;
  readonly reads: Expression[] = [];
  readonly #readings = new Map<ts.Node, Expression>();
  readonly sets: Named[] = [];
  readonly flows: { readonly path: string | undefined; readonly span: Span }[] = [];
  readonly requests: SentRequest[] = [];
  readonly failures: Span[] = [];
  readonly members: Named[] = [];
  readsBody = false;
  answers = false;
  readonly marks: number[] = [];
  readonly edges: { readonly offset: number; readonly part: Part; readonly isEnd: boolean }[] = [];
  /** What names of this module stand for in `flowc/handler`. */
  readonly #known = new Map<string, string>();
  /** Names of this module for all of `flowc/handler`. */
  readonly #wholes = new Set<string>();
  /** Names of this module for the namespace `xpath`. */
  readonly #namespaces = new Set<string>();
  /** Names of parameters that have the variables of a request, and those that have the request. */
  readonly #contexts = new Set(["$"]);
  readonly #clients = new Set<string>();

  constructor(
    private readonly ts: typeof import("ts-morph").ts,
    readonly source: SourceText,
    private readonly file: ts.SourceFile,
  ) {}

  /** Returns what it has found, without the tree. */
  read(): Script {
    for (const statement of this.file.statements) this.#imported(statement);
    for (const statement of this.file.statements) this.#exported(statement);
    this.#visit(this.file);
    const { source, imports, handlerNames, specifiers, handler, reads, sets, flows, requests } = this;
    const { failures, members, readsBody, answers, marks, edges } = this;
    return {
      ...{ source, imports, handlerNames, specifiers, handler, reads, sets, flows, requests },
      ...{ failures, members, readsBody, answers, marks, edges },
    };
  }

  #spanOf(node: ts.Node): Span {
    return this.source.span(node.getStart(this.file), node.end);
  }

  #named(node: ts.Identifier | ts.StringLiteralLike): Named {
    return { name: node.text, span: this.#spanOf(node) };
  }

  #imported(statement: ts.Statement): void {
    const { ts } = this;
    const isImport = ts.isImportDeclaration(statement);
    if (!isImport && !ts.isExportDeclaration(statement)) return;
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return;
    const from = moduleSpecifier.text;
    const clause = isImport ? statement.importClause : undefined;
    const isType = isImport ? clause?.isTypeOnly === true : statement.isTypeOnly;
    this.specifiers.push({ ...this.#named(moduleSpecifier), isType });
    if (isType) return;
    const names = this.imports.get(from) ?? new Set<string>();
    this.imports.set(from, names);
    const bindings = isImport ? clause?.namedBindings : statement.exportClause;
    if (clause?.name !== undefined) names.add("default");
    if (from === handlerModule && bindings !== undefined && ts.isNamespaceImport(bindings))
      this.#wholes.add(bindings.name.text);
    if (!isImport && from === handlerModule && (bindings === undefined || !("elements" in bindings)))
      this.#takeAll();
    if (bindings === undefined || !("elements" in bindings)) return;
    for (const { name, propertyName, isTypeOnly } of bindings.elements) {
      if (isTypeOnly) continue;
      const exported = (propertyName ?? name).text;
      names.add(exported);
      if (from !== handlerModule) continue;
      this.handlerNames.push({ name: exported, span: this.#spanOf(propertyName ?? name) });
      if (isImport) this.#known.set(name.text, exported);
      if (exported !== xpathNamespace) continue;
      if (isImport) this.#namespaces.add(name.text);
      else this.#takeMembers();
    }
  }

  /** The call of `handler`, directly or by the name of a constant. */
  #exported(statement: ts.Statement): void {
    const { ts } = this;
    if (!ts.isExportAssignment(statement) || statement.isExportEquals === true) return;
    let value: ts.Expression | undefined = statement.expression;
    if (ts.isIdentifier(value)) value = this.#constant(value.text);
    while (value !== undefined && (ts.isSatisfiesExpression(value) || ts.isAsExpression(value)))
      value = value.expression;
    if (value === undefined || !ts.isCallExpression(value) || this.#callee(value) !== "handler") return;
    this.handler = this.#spanOf(value);
    const [given] = value.arguments;
    const run = given !== undefined && ts.isIdentifier(given) ? this.#function(given.text) : given;
    if (run === undefined || !("parameters" in run)) return;
    const [context, client] = (run as ts.FunctionLikeDeclaration).parameters;
    if (context !== undefined && ts.isIdentifier(context.name)) this.#contexts.add(context.name.text);
    if (client === undefined) return;
    if (ts.isIdentifier(client.name)) this.#clients.add(client.name.text);
    else if (ts.isObjectBindingPattern(client.name))
      for (const { name, propertyName, dotDotDotToken } of client.name.elements) {
        const member = (propertyName ?? name).getText(this.file);
        if (dotDotDotToken !== undefined || !withoutBody.has(member)) this.readsBody = true;
      }
  }

  #constant(name: string): ts.Expression | undefined {
    for (const statement of this.file.statements)
      if (this.ts.isVariableStatement(statement))
        for (const { name: own, initializer } of statement.declarationList.declarations)
          if (own.getText(this.file) === name) return initializer;
    return undefined;
  }

  #function(name: string): ts.Node | undefined {
    const declared = this.file.statements.find(
      (statement) => this.ts.isFunctionDeclaration(statement) && statement.name?.text === name,
    );
    return declared ?? this.#constant(name);
  }

  /** The name in `flowc/handler` of what is called. */
  #callee({ expression }: ts.CallExpression): string | undefined {
    if (this.ts.isIdentifier(expression)) return this.#known.get(expression.text);
    return this.#isOfWhole(expression) ? expression.name.text : undefined;
  }

  /** What is handed on may be asked for any name. */
  #takeAll(): void {
    this.#variable(undefined);
    for (const name of handlerExports) this.imports.get(handlerModule)?.add(name);
  }

  /** The same of the namespace `xpath`. */
  #takeMembers(): void {
    this.#variable(undefined);
    for (const name of handlerExports)
      if (name.startsWith(`${xpathNamespace}.`)) this.imports.get(handlerModule)?.add(name);
  }

  /** What is read of the namespace: `xpath.equal`, or `const { equal } = xpath`. Whatever else is done with it may need all. */
  #namespaceUse(node: ts.Expression): void {
    const { ts } = this;
    const { parent } = node;
    const names: ts.Node[] = [];
    if (ts.isPropertyAccessExpression(parent) && parent.expression === node) names.push(parent.name);
    else if (ts.isElementAccessExpression(parent) && parent.expression === node)
      names.push(parent.argumentExpression);
    else if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name))
      for (const { name, propertyName, dotDotDotToken } of parent.name.elements)
        names.push(dotDotDotToken ?? propertyName ?? name);
    else names.push(node.parent);
    for (const name of names) {
      if (!ts.isIdentifier(name) && !ts.isStringLiteralLike(name)) {
        this.#takeMembers();
        continue;
      }
      const member = `${xpathNamespace}.${name.text}`;
      this.imports.get(handlerModule)?.add(member);
      this.handlerNames.push({ name: member, span: this.#spanOf(name) });
      if (member !== readsVariable) continue;
      const called = ts.isCallExpression(parent.parent) && parent.parent.expression === parent;
      this.#variable(called ? parent.parent.arguments[1] : undefined);
    }
  }

  /** The name that `xpath.variable` gets. One that is not written may be that of the body. */
  #variable(name: ts.Expression | undefined): void {
    if (name === undefined || !this.ts.isStringLiteralLike(name)) this.readsBody = true;
    else this.reads.push({ kind: "variable", ...this.#named(name) });
  }

  /** `all.respond`, after `import * as all from "flowc/handler"`. */
  #isOfWhole(node: ts.Node): node is ts.PropertyAccessExpression {
    const { ts } = this;
    return (
      ts.isPropertyAccessExpression(node) &&
      ts.isIdentifier(node.expression) &&
      this.#wholes.has(node.expression.text)
    );
  }

  /** Trees of people are not deep, and the parser itself would have failed before. */
  #visit(node: ts.Node): void {
    const { ts } = this;
    const start = node.getStart(this.file);
    if (this.marks.at(-1) !== start && node.kind !== ts.SyntaxKind.SourceFile) this.marks.push(start);
    const part = this.#part(node);
    if (part !== undefined) this.edges.push({ offset: start, part, isEnd: false });
    this.#look(node);
    ts.forEachChild(node, (child) => this.#visit(child));
    if (part !== undefined) this.edges.push({ offset: node.end, part, isEnd: true });
  }

  #part(node: ts.Node): Part | undefined {
    const { ts } = this;
    if (ts.isFunctionLike(node)) {
      const context = node.parameters.find(
        ({ name }) => ts.isIdentifier(name) && this.#contexts.has(name.text),
      );
      return context && { form: "function", context: context.name.getText(this.file) };
    }
    if (!ts.isStatement(node) || ts.isBlock(node)) return undefined;
    const isInside = ts.isBlock(node.parent) || ts.isCaseOrDefaultClause(node.parent);
    return isInside ? { form: "statement" } : undefined;
  }

  #look(node: ts.Node): void {
    const { ts } = this;
    if (ts.isCallExpression(node)) this.#call(node);
    else if (this.#isOfWhole(node)) {
      this.imports.get(handlerModule)?.add(node.name.text);
      this.handlerNames.push({ name: node.name.text, span: this.#spanOf(node.name) });
      if (node.name.text === xpathNamespace) this.#namespaceUse(node);
    } else if (ts.isPropertyAccessExpression(node)) this.#member(node, node.expression, node.name);
    else if (ts.isElementAccessExpression(node)) {
      const { argumentExpression: name } = node;
      if (ts.isStringLiteralLike(name)) this.#member(node, node.expression, name);
    } else if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) this.#pattern(node);
    else if (ts.isIdentifier(node)) this.#identifier(node);
    else if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      if (ts.isIdentifier(node.name) || ts.isStringLiteralLike(node.name))
        this.members.push(this.#named(node.name));
    } else if ((ts.isReturnStatement(node) || ts.isArrowFunction(node)) && hasValue(ts, node))
      this.answers = true;
    else if (ts.isThrowStatement(node)) this.answers = true;
  }

  #call(node: ts.CallExpression): void {
    const { ts } = this;
    const callee = this.#callee(node);
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier !== undefined && ts.isStringLiteralLike(specifier)) {
        this.specifiers.push({ ...this.#named(specifier), isType: false });
        this.imports.set(specifier.text, this.imports.get(specifier.text) ?? new Set());
      }
    }
    if (callee === undefined) return;
    if (answering.has(callee)) this.answers = true;
    const [first, second, third] = node.arguments;
    const isWhole = node.arguments.length === 2 && !node.arguments.some(ts.isSpreadElement);
    if (callee === "fail" && isWhole && second !== undefined)
      this.failures.push(this.source.span(node.getStart(this.file), second.end));
    if (callee === "flow") {
      const path = first !== undefined && ts.isStringLiteralLike(first) ? first.text : undefined;
      this.flows.push({ path, span: this.#spanOf(first ?? node) });
    } else if (callee === "upstream") this.#request(node, second, third);
    else if (callee === "upstreams") {
      if (second === undefined || !ts.isObjectLiteralExpression(second))
        this.#request(node, undefined, undefined);
      else
        for (const member of second.properties)
          if (ts.isPropertyAssignment(member)) this.#request(member, member.name, member.initializer);
          else this.#request(member, undefined, undefined);
    }
  }

  #request(node: ts.Node, id: ts.Node | undefined, request: ts.Node | undefined): void {
    const { ts } = this;
    const isKnown = id !== undefined && (ts.isStringLiteralLike(id) || ts.isIdentifier(id));
    const isName = isKnown && (ts.isStringLiteralLike(id) || ts.isPropertyAssignment(id.parent));
    const isWritten = request !== undefined && ts.isObjectLiteralExpression(request);
    const config = isWritten ? this.#object(request) : undefined;
    this.requests.push({
      id: isName ? id.text : undefined,
      config: config && { ...config, members: config.members.map(inFlows) },
      span: this.#spanOf(node),
    });
  }

  #object(node: ts.ObjectLiteralExpression): ObjectNode {
    const { ts } = this;
    const members = node.properties.map((member): JsonMember => {
      const span = this.#spanOf(member);
      const { name } = member;
      const isNamed = name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name));
      const value = ts.isPropertyAssignment(member)
        ? this.#json(member.initializer)
        : ({ kind: "expression", span, value: unknown(span) } as const);
      // What is spread, or has a computed name, may be any member.
      return isNamed
        ? { kind: "member", span, name: name.text, value }
        : { kind: "producer", span, value: unknown(span) };
    });
    return { kind: "object", span: this.#spanOf(node), members };
  }

  /** A value as a template would have it. */
  #json(node: ts.Expression): JsonNode {
    const { ts } = this;
    const span = this.#spanOf(node);
    const constant = (value: string | number | boolean | null) =>
      ({ kind: "constant", span, value, text: node.getText(this.file) }) as const;
    if (ts.isStringLiteralLike(node)) return constant(node.text);
    if (ts.isNumericLiteral(node)) return constant(Number(node.text));
    if (node.kind === ts.SyntaxKind.TrueKeyword) return constant(true);
    if (node.kind === ts.SyntaxKind.FalseKeyword) return constant(false);
    if (node.kind === ts.SyntaxKind.NullKeyword) return constant(null);
    if (ts.isObjectLiteralExpression(node)) return this.#object(node);
    if (ts.isArrayLiteralExpression(node) && !node.elements.some(ts.isSpreadElement)) {
      const items = node.elements.map(
        (item) => ({ kind: "item", span: this.#spanOf(item), value: this.#json(item) }) as const,
      );
      return { kind: "array", span, items };
    }
    return { kind: "expression", span, value: { span, operands: [this.#expression(node)] } };
  }

  /** An expression as a flow would have it. */
  #expression(node: ts.Expression): Expression {
    const { ts } = this;
    const span = this.#spanOf(node);
    const called = (name: string, parts: readonly Expression[]): Expression => ({
      kind: "call",
      span,
      name,
      nameSpan: span,
      arguments: parts,
      embedded: undefined,
    });
    const joined = (parts: readonly Expression[]) => called("concat", parts);
    const literal = (value: string): Expression => ({ kind: "literal", span, value });
    if (ts.isStringLiteralLike(node)) return literal(node.text);
    if (ts.isTemplateExpression(node))
      return joined([
        literal(node.head.text),
        ...node.templateSpans.flatMap(({ expression, literal: { text } }) => [
          this.#expression(expression),
          literal(text),
        ]),
      ]);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return joined([this.#expression(node.left), this.#expression(node.right)]);
    // `$.env.ORDERS ?? ""` is what a text of a flow has for nothing.
    if (isOrEmpty(ts, node)) return this.#expression(node.left);
    const callee = ts.isCallExpression(node) ? this.#callee(node) : undefined;
    if (ts.isCallExpression(node) && (callee === "string" || callee === "number"))
      return called(
        callee,
        node.arguments.map((each) => this.#expression(each)),
      );
    if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
      return this.#expression(node.expression);
    const read = ts.isPropertyAccessExpression(node)
      ? this.#read(node, node.expression, node.name)
      : undefined;
    return read === undefined ? unknownAt(span) : this.#reading(node, read);
  }

  /** Adds a read once, although a member of a request is met as a part of the request and as a member. */
  #reading(node: ts.Node, read: Expression): Expression {
    const known = this.#readings.get(node);
    if (known !== undefined) return known;
    this.#readings.set(node, read);
    this.reads.push(read);
    return read;
  }

  /** What a member of `$`, `$.env` or the request is in a flow; `undefined` for anything else. */
  #read(
    node: ts.Expression,
    of: ts.Expression,
    name: ts.MemberName | ts.StringLiteralLike,
  ): Expression | undefined {
    const { ts } = this;
    if (ts.isPrivateIdentifier(name)) return undefined;
    const span = this.#spanOf(node);
    if (ts.isIdentifier(of) && this.#contexts.has(of.text))
      return name.text === "env"
        ? undefined
        : { kind: "variable", span: this.#spanOf(name), name: name.text };
    if (!ts.isPropertyAccessExpression(of) || !ts.isIdentifier(of.expression)) return undefined;
    if (this.#contexts.has(of.expression.text) && of.name.text === "env")
      return pathOf("env", [name.text], this.#spanOf(name));
    const group = this.#clients.has(of.expression.text) ? groups.get(of.name.text) : undefined;
    return group === undefined
      ? undefined
      : pathOf("request", [group, group === "headers" ? name.text.toLowerCase() : name.text], span);
  }

  #member(node: ts.Expression, of: ts.Expression, name: ts.MemberName | ts.StringLiteralLike): void {
    const read = this.#read(node, of, name);
    if (read === undefined) return;
    const way = read.kind === "variable" ? assignment(this.ts, node) : undefined;
    if (read.kind === "variable" && way !== undefined) this.sets.push(read);
    if (way !== "sets") this.#reading(node, read);
  }

  /** `const { user } = $;` */
  #pattern({ name: pattern, initializer }: ts.VariableDeclaration): void {
    const { ts } = this;
    if (initializer === undefined || !ts.isObjectBindingPattern(pattern)) return;
    for (const { name, propertyName } of pattern.elements) {
      const member = propertyName ?? name;
      if (!ts.isIdentifier(member) && !ts.isStringLiteralLike(member)) continue;
      const read = this.#read(member as ts.Identifier, initializer, member);
      if (read !== undefined) this.reads.push(read);
    }
  }

  /** A request that is handed to others may be asked for anything; so may all of `flowc/handler`. */
  #identifier(node: ts.Identifier): void {
    const { ts } = this;
    if (this.#wholes.has(node.text) && !this.#isOfWhole(node.parent) && !ts.isNamespaceImport(node.parent))
      this.#takeAll();
    if (this.#namespaces.has(node.text) && isRead(ts, node)) this.#namespaceUse(node);
    if (!this.#clients.has(node.text)) return;
    const { parent } = node;
    if (ts.isParameter(parent) || (ts.isPropertyAccessExpression(parent) && parent.name === node)) return;
    const isPlain =
      ts.isPropertyAccessExpression(parent) &&
      parent.expression === node &&
      withoutBody.has(parent.name.text);
    if (!isPlain) this.readsBody = true;
  }
}

const isOrEmpty = (ts: typeof import("ts-morph").ts, node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
  ts.isStringLiteralLike(node.right) &&
  node.right.text === "";

/** False of the names of imports, members and types. */
function isRead(ts: typeof import("ts-morph").ts, node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isTypeQueryNode(parent) || ts.isQualifiedName(parent)) return false;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name !== node;
  return !ts.isBindingElement(parent) || parent.propertyName !== node;
}

/** What flows call the groups of parameters. */
const groups: ReadonlyMap<string, string> = new Map([
  ["params", "params"],
  ["query", "get"],
  ["headers", "headers"],
  ["cookies", "cookies"],
]);

const pathOf = (variable: string, names: readonly string[], span: Span): Expression => ({
  kind: "path",
  span,
  start: { kind: "variable", name: variable, span },
  steps: names.map((name) => ({
    kind: "step",
    span,
    axis: "child",
    test: { kind: "name", name },
    predicates: [],
  })),
});

/** Stands for what a handler computes: a variable that no flow can have, so nothing is known of it. */
const unknownAt = (span: Span): Expression => ({ kind: "variable", name: "", span });

const unknown = (span: Span): TemplateExpression => ({ span, operands: [unknownAt(span)] });

/** The body is a value here; flows may also name where it comes from. */
function inFlows(member: JsonMember): JsonMember {
  if (member.kind !== "member" || member.name !== "body") return member;
  const value: JsonMember = { kind: "member", span: member.span, name: "value", value: member.value };
  return { ...member, value: { kind: "object", span: member.span, members: [value] } };
}

/** Tells whether something is returned. */
const hasValue = (ts: typeof import("ts-morph").ts, node: ts.ReturnStatement | ts.ArrowFunction): boolean =>
  ts.isReturnStatement(node) ? node.expression !== undefined : !ts.isBlock(node.body);

/** How an expression is assigned to, if it is: by `=`, or by an operator that reads it, too. */
function assignment(ts: typeof import("ts-morph").ts, node: ts.Expression): "sets" | "changes" | undefined {
  const { parent } = node;
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
    const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind;
    return [PlusPlusToken, MinusMinusToken].includes(parent.operator as never) ? "changes" : undefined;
  }
  if (!ts.isBinaryExpression(parent) || parent.left !== node) return undefined;
  const { kind } = parent.operatorToken;
  if (kind === ts.SyntaxKind.EqualsToken) return "sets";
  const { FirstAssignment, LastAssignment } = ts.SyntaxKind;
  return kind > FirstAssignment && kind <= LastAssignment ? "changes" : undefined;
}
