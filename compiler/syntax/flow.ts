import type { SourceText, Span } from "../source/source-text.js";
import type { ObjectNode } from "./json-template.js";
import type { Expression } from "./xpath.js";

/** A flow file. */
export interface Flow {
  readonly kind: "flow";
  readonly source: SourceText;
  readonly span: Span;
  readonly statements: readonly Statement[];
  /** All comments of the file in order, including `<!--` and `-->`. */
  readonly comments: readonly Span[];
}

export interface FlowReference {
  /** The place of the value, including its quotes. */
  readonly span: Span;
  /**
   * The path as it is written, relative to the file that contains it. For a proxy, and for an operation without
   * a flow, a name that no file can have.
   */
  readonly src: string;
  /** Its key and its value as they are written in an API description; an alias stands for its value there. */
  readonly member?: { readonly key: Span; readonly value: Span };
  /** There is no flow, since the operation has examples, with which mocks answer. */
  readonly isMocked?: true;
  /** `x-flow-proxy`: a configuration in place of a flow file. */
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

interface BreakStatement {
  readonly kind: "break";
  readonly span: Span;
  readonly condition: Expression | undefined;
}

interface ReturnStatement {
  readonly kind: "return";
  readonly span: Span;
  readonly condition: Expression | undefined;
}

/** The members that every action has. Its definition adds the rest. */
export interface Action {
  readonly kind: "action";
  readonly element: string;
  readonly span: Span;
  readonly condition: Expression | undefined;
  /** The `debug` attribute: the topics of its messages, besides its name. */
  readonly topics: readonly string[];
}

/** The name of a statement's element. */
export function nameOf(statement: Statement): string {
  return statement.kind === "action" ? statement.element : statement.kind;
}

/** The start of an action's tag, with its name. */
export const tagPlace = ({ element, span: { source, start } }: Action): Span =>
  source.span(start, start + "<".length + element.length);
