import {
  $,
  assigned,
  call,
  code,
  conditional,
  entry,
  flowVariable,
  identifier,
  ifElse,
  object,
} from "../../code/code.js";
import { commentLine, type Doc } from "../../code/doc.js";
import type { Statement } from "../../syntax/flow.js";
import { Block, noOptions, type Respond } from "./block.js";
import {
  alwaysEnds,
  alwaysResponds,
  askedFor,
  conditionalStatus,
  endingCall,
  isPredefined,
  missed,
  onlyResponds,
  statementsOf,
} from "./branches.js";
import { type Calls, makesContent } from "./calls.js";
import { type Draft, end } from "./draft.js";
import type { Expressions } from "./expressions.js";
import type { FlowModule } from "./flow-source.js";
import { itemsOf } from "./lists.js";
import type { Parts } from "./parts.js";
import { variableKey } from "./places.js";
import {
  argumentsOf,
  bare,
  calleeOf,
  constantOf,
  isNamed,
  type ts,
  typescript,
  variableName,
} from "./syntax.js";
import { type Choice, choiceOf } from "./variables.js";
import type { Entry } from "./writer.js";
import { commonKind, levels, NoCounterpart, type Written, written } from "./written.js";

/** Statements of one action of the flow. */
interface Group {
  readonly origin: Statement | undefined;
  readonly statements: readonly ts.Statement[];
}

/** A statement that is being written, and what has to stand before it. */
interface Step {
  readonly block: Block;
  readonly origin: Statement | undefined;
  readonly before: Doc[];
  readonly write: (...docs: readonly Doc[]) => void;
}

/** Writes the statements of a flow as those of a handler. */
export class Statements {
  constructor(
    private readonly module: FlowModule,
    private readonly expressions: Expressions,
    private readonly calls: Calls,
    private readonly parts: Parts,
    private readonly isConstant: (variable: string) => boolean,
  ) {}

  /** The body of the flow's function. */
  whole(statements: ts.NodeArray<ts.Statement>): Draft {
    return this.#block(statements, new Block({ isWhole: true, isTail: () => true, options: noOptions }));
  }

  /** @param known what is there, since the way to the block has asked for it */
  #block(statements: ts.NodeArray<ts.Statement>, block: Block, known: readonly ts.Expression[] = []): Draft {
    return this.expressions.scoped(() => {
      const { places } = this.expressions;
      for (const each of known) places.assume(each);
      const inherited = places.main;
      for (const group of this.#groups(statements)) this.#group(group, block);
      block.comment(this.module.commentsBehind(statements).map(commentLine));
      this.#settle(block, true);
      if (block.isWhole || places.main !== inherited) this.#deliver(block);
      return block.draft((respond) => this.#respond(respond));
    });
  }

  #groups(statements: readonly ts.Statement[]): readonly Group[] {
    const groups: { origin: Statement | undefined; statements: ts.Statement[] }[] = [];
    for (const statement of statements) {
      const origin = this.module.statementAt(statement.getStart());
      const last = groups.at(-1);
      if (last !== undefined && last.origin === origin && origin !== undefined)
        last.statements.push(statement);
      else groups.push({ origin, statements: [statement] });
    }
    return groups;
  }

  /** Writes one action; what has no counterpart stays XML. */
  #group(group: Group, block: Block): void {
    const { origin, statements } = group;
    const [first] = statements as [ts.Statement];
    const comments = this.module.commentsBefore(first).map(commentLine);
    block.comment(comments);
    const { decisions } = this.expressions;
    if (origin !== undefined && decisions.parts.has(origin.span.start)) {
      this.#part(origin, block);
      return;
    }
    const restored = [this.expressions.places.kept(), block.kept()];
    try {
      for (const statement of statements) this.#statement(statement, origin, block);
    } catch (error) {
      if (!(error instanceof NoCounterpart) || origin === undefined) throw error;
      for (const restore of restored) restore();
      decisions.parts.add(origin.span.start);
      this.#part(origin, block);
    }
  }

  #part(origin: Statement, block: Block): void {
    this.#settle(block);
    this.#deliver(block);
    this.calls.forget();
    block.part(this.parts, origin);
  }

  #statement(node: ts.Statement, origin: Statement | undefined, block: Block): void {
    const ts = typescript();
    const before: Doc[] = [];
    this.expressions.before = before;
    this.expressions.places.asksForContent = false;
    const step: Step = { block, origin, before, write: (...docs) => block.add(() => [...before, ...docs]) };
    if (ts.isVariableStatement(node)) this.#constant(node, step);
    else if (ts.isIfStatement(node)) this.#if(node, step);
    else if (ts.isReturnStatement(node)) this.#return(node, step);
    else if (ts.isExpressionStatement(node)) this.#expression(node.expression, step);
    else throw new NoCounterpart(node.getText().slice(0, 40));
  }

  #constant(node: ts.VariableStatement, { write }: Step): void {
    const constant = constantOf(node);
    if (constant === undefined || (node.declarationList.flags & typescript().NodeFlags.Const) === 0)
      throw new NoCounterpart("a variable of a template");
    const { names, places } = this.expressions;
    const place = places.find(constant.value);
    if (place !== undefined && place.kind !== "items") {
      places.bindings.set(constant.name, { ...place, source: constant.value });
      return;
    }
    if (isPredefined(constant.value)) {
      places.aliases.set(constant.name, constant.value);
      return;
    }
    const value = this.expressions.value(constant.value);
    const name = identifier(names.fresh(constant.name.replace(/^\$/, "")));
    places.bindings.set(constant.name, { ...value, ...written(name, value.kind) });
    write(code`const ${name} =${assigned(value.doc)};`);
  }

  #if(node: ts.IfStatement, step: Step): void {
    const { block, before, write } = step;
    const called = endingCall(node);
    if (called !== undefined) {
      this.#call(called, block, write);
      return;
    }
    const ts = typescript();
    const choice = choiceOf(node);
    if (choice !== undefined && this.isConstant(choice.variable)) {
      this.#choice(choice, step);
      return;
    }
    const status = conditionalStatus(node);
    if (status !== undefined) {
      const test = bare(node.expression);
      const isNot = ts.isPrefixUnaryExpression(test) && test.operator === ts.SyntaxKind.ExclamationToken;
      const value = this.calls.status(status);
      const { span } = this.expressions;
      const [content, otherwise] = isNot ? [code`undefined`, value] : [value, code`undefined`];
      const asked = this.expressions.condition(isNot ? test.operand : test, levels.nullish);
      this.#option({ status: conditional([{ span, test: asked, content }], otherwise) }, step);
      return;
    }
    // What was said of the response holds in each branch, unless something else happens there.
    if (block.isPending && !onlyResponds(node)) this.#settle(block);
    const isReplaced = alwaysResponds(node);
    // Who comes behind cannot know which way was taken.
    if (!isReplaced && makesContent.test(node.getText()) && !alwaysEnds(node)) this.#deliver(block);
    const isTail = (): boolean => block.isTail() && block.isLast(whole);
    const inside = () => new Block({ isWhole: false, isTail, options: block.options });
    const branches: { readonly test: Doc; readonly body: Draft }[] = [];
    // What is there where none of the tests before was true.
    const there: ts.Expression[] = [];
    let next: ts.Statement | undefined = node;
    while (next !== undefined && ts.isIfStatement(next)) {
      const { expression, thenStatement, elseStatement }: ts.IfStatement = next;
      this.expressions.before = before;
      const test = this.#explained(step, () => this.expressions.condition(expression));
      const known = [...there, ...askedFor(expression)];
      branches.push({ test, body: this.#block(statementsOf(thenStatement), inside(), known) });
      for (const each of missed(expression)) there.push(each);
      next = elseStatement;
    }
    const otherwise = next && this.#block(statementsOf(next), inside(), there);
    if (alwaysEnds(node.thenStatement))
      for (const each of missed(node.expression)) this.expressions.places.assume(each);
    // In the branches, there is still what a request has made.
    if (isReplaced) this.expressions.places.main = undefined;
    this.calls.forget();
    const { span } = this.expressions;
    const whole: Draft = () => {
      const bodies = branches.map(({ test, body }) => ({ span, test, body: body() }));
      return [...before, ifElse("if", bodies, otherwise?.())];
    };
    block.add(whole);
  }

  #return({ expression }: ts.ReturnStatement, { block, before, write }: Step): void {
    const callee = expression && calleeOf(expression);
    if (callee === "echo") {
      const { value, options } = this.calls.echo(expression as ts.Expression);
      this.#respondWith(block, value, before, options);
    } else if (callee === "fail") {
      this.#settle(block);
      write(this.calls.fail(expression as ts.Expression));
      return;
    } else if (expression !== undefined && !isNamed(expression, "requestEnded"))
      throw new NoCounterpart(callee ?? "a result");
    this.#settle(block);
    this.#deliver(block);
    block.add(end);
  }

  #expression(expression: ts.Expression, step: Step): void {
    const ts = typescript();
    const { block, before, write } = step;
    const node = ts.isAwaitExpression(expression) ? expression.expression : expression;
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      this.#assignment(node, step);
      return;
    }
    const args = ts.isCallExpression(node) ? argumentsOf(node) : [];
    const value = () => args[1] as ts.Expression;
    switch (calleeOf(node)) {
      case "readBody":
        return;
      case "respond":
        this.#respondWith(block, this.#content(value()), before);
        return;
      case "passBody": {
        const { value: passed, options } = this.calls.passBody(node);
        this.#respondWith(block, passed, before, options);
        return;
      }
      case "setStatus":
        this.#status(value(), step);
        return;
      case "setHeaders":
        this.#headers(value(), args[2], step);
        return;
      case "log": {
        const logged = code`${call(this.expressions.names.use("logger"), [$])}.add(${this.#json(value())});`;
        block.add(() => [...before, logged], true);
        return;
      }
    }
    this.#settle(block);
    switch (calleeOf(node)) {
      case "request":
        block.add(this.calls.request(args, before));
        return;
      case "requests":
        block.add(this.calls.requests(args, before));
        return;
      default:
        this.#call(node, block, write);
    }
  }

  #call(node: ts.Expression, block: Block, write: Step["write"]): void {
    this.#settle(block);
    if (this.calls.mayHaveContent || this.calls.mayReadContent) this.#deliver(block);
    write(code`${this.calls.flow(node)};`);
  }

  /** Makes content, in the place of that of a request. */
  #respondWith(block: Block, value: Doc, before: readonly Doc[], options?: Respond["options"]): void {
    block.respond(value, before, options);
    this.expressions.places.main = undefined;
  }

  /** Says that the client gets the response to a request, where that matters from now on. */
  #deliver(block: Block): void {
    const { places } = this.expressions;
    if (places.main === undefined) return;
    const response = this.calls.response(places.main);
    if (response === undefined) throw new TypeError(`The response to ${places.main} has no name.`);
    this.#respondWith(block, response, []);
  }

  /** What is said of a response is asked for before there is the response, so it cannot ask for its content. */
  #option(option: Block["options"], { block, before, origin }: Step): void {
    if (this.expressions.places.asksForContent && block.hasResponse)
      throw new NoCounterpart("the content of the response");
    block.option(option, before, origin);
  }

  #status(node: ts.Expression, step: Step): void {
    const status = this.calls.status(node);
    const code = typescript().isNumericLiteral(bare(node)) ? Number(bare(node).getText()) : undefined;
    this.#option(code === undefined ? { status } : { status, code }, step);
  }

  /** Header fields; a status may be among them, or beside them. */
  #headers(node: ts.Expression, status: ts.Expression | undefined, step: Step): void {
    const entries = this.expressions.entries.of(bare(node));
    if (entries === undefined) throw new NoCounterpart("fields of one name");
    const isStatus = ({ name, kind }: Entry) => name?.toLowerCase() === "status" && kind === "number";
    const own = status === undefined ? entries.find(isStatus)?.value : this.calls.status(status);
    const headers = entries.filter((each) => own === undefined || each.name?.toLowerCase() !== "status");
    if (headers.length > 0) this.#option({ headers }, step);
    if (own !== undefined) this.#option({ status: own }, headers.length > 0 ? { ...step, before: [] } : step);
  }

  #json(node: ts.Expression): Doc {
    return this.expressions.value(node).doc;
  }

  #content(node: ts.Expression): Doc {
    return calleeOf(node) === "asContent"
      ? this.#json(argumentsOf(node)[0] as ts.Expression)
      : this.#json(node);
  }

  /** `const kind = test ? a : b;` */
  #choice({ variable, tests, values }: Choice, step: Step): void {
    const { expressions } = this;
    const { span } = expressions;
    const made = values.map((value) => expressions.value(value));
    const asked = tests.map((test) =>
      this.#explained(step, () => expressions.condition(test, levels.nullish)),
    );
    const branches = asked.map((test, index) => ({ span, test, content: (made[index] as Written).doc }));
    const doc = conditional(branches, (made.at(-1) as Written).doc);
    this.#named(variable, written(doc, commonKind(made)), step);
  }

  /** `const name = value;`, which stands for the variable of the flow. */
  #named(variable: string, value: Written, { write }: Step): void {
    const { names, places } = this.expressions;
    const name = identifier(names.fresh(variable));
    places.bindings.set(variableKey(variable), { ...value, ...written(name, value.kind), variable });
    write(code`const ${name} =${assigned(value.doc)};`);
  }

  /** Has the XPath of the flow for a comment, where the code is made of its steps. */
  #explained<T>({ before, origin }: Step, write: () => T): T {
    const { names } = this.expressions;
    const steps = names.steps;
    const result = write();
    const xpath = origin && names.steps > steps ? this.module.xpathOf(origin) : undefined;
    if (xpath !== undefined) before.push(commentLine(xpath));
    return result;
  }

  #assignment({ left, right }: ts.BinaryExpression, step: Step): void {
    const { write } = step;
    const variable = variableName(left);
    if (variable === undefined) throw new NoCounterpart("an assignment");
    const { expressions } = this;
    const { places, decisions } = expressions;
    const isNodeSet = decisions.nodeSets.has(variable);
    const isConstant = this.isConstant(variable);
    const items = isNodeSet || !isConstant ? undefined : itemsOf(expressions, right);
    const isKept = isNodeSet || (!isConstant && calleeOf(bare(right)) === "path");
    const made = this.#explained(step, () =>
      isKept ? expressions.raw(bare(right)) : expressions.value(right),
    );
    const value = items === undefined ? made : written(items.all, "items");
    const isPlace = !isKept && places.find(right) !== undefined;
    if (isConstant) this.#named(variable, isPlace ? { ...value, source: right } : value, step);
    else {
      places.bindings.delete(variableKey(variable));
      write(code`${flowVariable(variable)} =${assigned(value.doc)};`);
    }
  }

  /** What was said of the response belongs to the content that there is. Where there is none, it stays XML. */
  #settle(block: Block, isEnd = false): void {
    if (!block.isPending) return;
    const { headers, status, code: known } = block.options;
    if (this.expressions.places.main !== undefined) this.#deliver(block);
    else if (
      isEnd &&
      block.isWhole &&
      headers === undefined &&
      status !== undefined &&
      known !== undefined &&
      known >= 200 &&
      known < 600 &&
      !this.calls.mayHaveContent
    )
      block.add(() => [code`return new Response(null, ${object([entry("status", status)])});`]);
    else for (const { span } of block.origins) this.expressions.decisions.parts.add(span.start);
    block.settled();
  }

  /** `respond($, value, { … });` */
  #respond({ value, options }: Respond): Doc {
    const { type, status, headers } = options;
    const entries = [
      ...(type === undefined ? [] : [entry("type", type)]),
      ...(status === undefined ? [] : [entry("status", status)]),
      ...(headers === undefined ? [] : [entry("headers", object(headers.map(({ doc }) => doc)))]),
    ];
    const args = [$, value, ...(entries.length === 0 ? [] : [object(entries)])];
    return code`${call(this.expressions.names.use("respond"), args)};`;
  }
}
