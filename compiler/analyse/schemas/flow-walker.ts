import type { Input } from "../../actions/definition.js";
import { type ActionNode, definitionOf } from "../../actions/index.js";
import type { Flow, IfStatement, Statement } from "../../syntax/flow.js";
import type { Expression } from "../../syntax/xpath.js";
import { alwaysEnds } from "../check-reachable.js";
import { commonType, type NodeScope, type NodeType, type NodeTyper, rootElement } from "./node-types.js";
import type { Responses } from "./responses.js";
import { TemplateWalker } from "./template-walker.js";

/** Finds the types of all expressions of a flow, statement by statement, since the main content changes. */
export class FlowWalker {
  /** The document of the main content. */
  #content: NodeType | undefined;

  constructor(
    private readonly typer: NodeTyper,
    private readonly responses: Responses,
    private readonly variable: NodeScope["variable"],
  ) {}

  flow({ statements }: Flow): void {
    this.#statements(statements);
  }

  #statements(statements: readonly Statement[]): void {
    for (const statement of statements) this.#statement(statement);
  }

  #statement(statement: Statement): void {
    if (statement.kind === "if") {
      this.#if(statement);
      return;
    }
    if (statement.condition !== undefined) this.typer.typeOf(statement.condition, this.#scope());
    if (statement.kind === "break" || statement.kind === "return") return;
    const before = this.#content;
    this.#action(statement);
    const after = this.#contentAfter(statement);
    this.#content = statement.condition === undefined ? after : commonType([before, after]);
  }

  #if({ branches, otherwise }: IfStatement): void {
    for (const { test } of branches) this.typer.typeOf(test, this.#scope());
    const before = this.#content;
    const ways = [...branches.map(({ statements }) => statements), otherwise ?? []].flatMap((statements) => {
      this.#content = before;
      this.#statements(statements);
      return statements.some(alwaysEnds) ? [] : [{ content: this.#content }];
    });
    this.#content = commonType(ways.map(({ content }) => content));
  }

  #action(action: ActionNode): void {
    const { expressions = [], templates = [] } = definitionOf(action).facts(action);
    const scope = this.#scope();
    const types = new Map<Expression, NodeType | undefined>(
      expressions.map((expression) => [expression, this.typer.typeOf(expression, scope)]),
    );
    const input: Input = "input" in action ? action.input : { kind: "content" };
    const context =
      input.kind === "expression"
        ? types.get(input.expression)
        : input.kind === "content"
          ? this.#content
          : undefined;
    for (const template of templates)
      new TemplateWalker(this.typer, template, { ...scope, context: rootElement(context) }).walk();
  }

  #contentAfter(action: ActionNode): NodeType | undefined {
    switch (action.kind) {
      case "request":
        return this.responses.of(action);
      case "template":
      case "xslt":
        return action.out === undefined ? undefined : this.#content;
      case "eval":
      case "error":
      case "set-response-headers":
      case "set-status":
        return this.#content;
      default:
        return undefined;
    }
  }

  #scope(): NodeScope {
    return {
      context: rootElement(this.#content),
      content: this.#content,
      variable: this.variable,
      response: (id) => this.responses.byId(id),
    };
  }
}
