import { factsOf } from "../../constructs/actions/facts.js";
import { changed } from "../../source/changed.js";
import type { Action, Flow, IfStatement, Statement } from "../../syntax/flow.js";
import type { ContentLocation } from "../../syntax/location.js";
import type { Expression } from "../../syntax/xpath.js";
import { alwaysEnds } from "../flows/ends.js";
import type { Responses } from "./responses.js";
import {
  commonSchema,
  type NodeSchema,
  rootElement,
  type SchemaFinder,
  type SchemaScope,
} from "./schema-finder.js";
import { TemplateWalker } from "./template-walker.js";

/**
 * Finds the schemas for all expressions of a flow. It goes statement by statement, because actions change the
 * main content.
 */
export class FlowWalker {
  /** The schema of the main content at the current statement. */
  #content: NodeSchema | undefined;

  constructor(
    private readonly finder: SchemaFinder,
    private readonly responses: Pick<Responses, "byId" | "of">,
    private readonly variable: SchemaScope["variable"],
    /** The schema of the document in a file. */
    private readonly file: (path: string) => NodeSchema | undefined,
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
    if (statement.condition !== undefined) this.finder.schemaOf(statement.condition, this.#scope());
    if (statement.kind === "break" || statement.kind === "return") return;
    const before = this.#content;
    this.#action(statement);
    const after = this.#contentAfter(statement);
    this.#content = statement.condition === undefined ? after : commonSchema([before, after]);
  }

  #if({ branches, otherwise }: IfStatement): void {
    for (const { test } of branches) this.finder.schemaOf(test, this.#scope());
    const before = this.#content;
    const ways = [...branches.map(({ statements }) => statements), otherwise ?? []].flatMap((statements) => {
      this.#content = before;
      this.#statements(statements);
      return statements.some(alwaysEnds) ? [] : [{ content: this.#content }];
    });
    this.#content = commonSchema(ways.map(({ content }) => content));
  }

  #action(action: Action): void {
    const { expressions, templates, reads } = factsOf(action);
    const scope = this.#scope();
    const schemas = new Map<Expression, NodeSchema | undefined>(
      expressions.map((expression) => [expression, this.finder.schemaOf(expression, scope)]),
    );
    const context =
      reads.kind === "expression"
        ? schemas.get(reads.expression)
        : reads.kind === "content"
          ? this.#contentOf(reads)
          : reads.kind === "body"
            ? this.variable("body")
            : reads.kind === "file"
              ? this.file(reads.path)
              : undefined;
    for (const template of templates)
      new TemplateWalker(this.finder, template, changed(scope, { context: rootElement(context) })).walk();
  }

  #contentOf({ id }: ContentLocation): NodeSchema | undefined {
    return id ? this.responses.byId(id) : this.#content;
  }

  #contentAfter(action: Action): NodeSchema | undefined {
    const { mainContent, writesMainContent, writes } = factsOf(action);
    if (writesMainContent && writes?.file !== undefined) return this.file(writes.file);
    if (writesMainContent || mainContent === "unknown") return undefined;
    return mainContent === "response" ? this.responses.of(action) : this.#content;
  }

  #scope(): SchemaScope {
    return {
      context: rootElement(this.#content),
      content: this.#content,
      variable: this.variable,
      response: (id) => this.responses.byId(id),
    };
  }
}
