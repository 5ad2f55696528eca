import type { SourceText, Span } from "../source/source-text.js";
import type { ObjectNode } from "./json-template.js";
import type { Expression } from "./xpath.js";

/** A flow file. */
export interface Flow {
  readonly kind: "flow";
  readonly source: SourceText;
  readonly span: Span;
  readonly statements: readonly Statement[];
  /** All comments of the file in their order, with their marks. */
  readonly comments: readonly Span[];
}

export interface FlowReference {
  /** The value in the file, with its quotes. */
  readonly span: Span;
  /** As written: relative to the file that it stands in. A name that no file can have for a proxy. */
  readonly src: string;
  /** `x-flow-proxy`: the configuration that takes the place of a flow file. */
  readonly proxy?: ObjectNode;
}

export type Statement = IfStatement | BreakStatement | ReturnStatement | Action;

export interface IfStatement {
  readonly kind: "if";
  readonly span: Span;
  readonly branches: readonly {
    readonly span: Span;
    readonly test: Expression;
    readonly statements: readonly Statement[];
  }[];
  readonly otherwise: readonly Statement[] | undefined;
}

export interface BreakStatement {
  readonly kind: "break";
  readonly span: Span;
  readonly condition: Expression | undefined;
}

export interface ReturnStatement {
  readonly kind: "return";
  readonly span: Span;
  readonly condition: Expression | undefined;
}

/** What every action has; its definition adds the rest. */
export interface Action {
  readonly kind: "action";
  /** The name of its element. */
  readonly element: string;
  readonly span: Span;
  /** The `if` attribute. */
  readonly condition: Expression | undefined;
  /** The `debug` attribute: topics of what it tells, beside its name. */
  readonly topics: readonly string[];
}

/** The name of a statement's element. */
export function nameOf(statement: Statement): string {
  return statement.kind === "action" ? statement.element : statement.kind;
}
