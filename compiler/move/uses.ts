import { flowExpressions, type Program } from "../analyse/index.js";
import { definitionOf, factsOf, possibleMembers } from "../constructs/index.js";
import type { Diagnostic } from "../diagnostics/index.js";
import type { UpstreamRequest } from "../language/index.js";
import type { RouteOperation } from "../load/index.js";
import { append, type Span } from "../source/index.js";
import {
  type Action,
  actionsOf,
  type Expression,
  type FunctionCall,
  type JsonNode,
  treesOf,
  walkExpression,
} from "../syntax/index.js";

/** Finds the places of an app that something is about. */
export type Touch = (uses: Uses) => readonly Span[];

/** An upstream request, and the action that sends it. */
export interface SentRequest {
  readonly action: Action;
  readonly request: UpstreamRequest;
  /** The options that it may have, by name. */
  readonly options: ReadonlyMap<string, JsonNode>;
}

/** Where an app uses what decisions and risks are about: its trees and facts, by name. */
export class Uses {
  readonly actions = new Map<string, Action[]>();
  readonly calls = new Map<string, FunctionCall[]>();
  readonly expressions: readonly Expression[];
  readonly requests: readonly SentRequest[];
  readonly operations: readonly RouteOperation[];

  constructor(
    readonly program: Program,
    readonly diagnostics: readonly Diagnostic[],
  ) {
    const flows = [...treesOf(program.flows).values()];
    const actions = flows.flatMap(({ statements }) => actionsOf(statements));
    for (const action of actions) append(this.actions, action.element, action);
    const expressions: Expression[] = [];
    for (const outer of flows.flatMap(flowExpressions))
      walkExpression(outer, (inner) => {
        expressions.push(inner);
        if (inner.kind === "call") append(this.calls, inner.name, inner);
      });
    this.expressions = expressions;
    this.requests = actions.flatMap((action) => this.#requestsOf(action));
    this.operations = program.routes.flatMap(({ operations }) => operations);
  }

  #requestsOf(action: Action): readonly SentRequest[] {
    const { templates } = this.program;
    const requests = definitionOf(action).requests?.(
      action,
      (template) => templates.get(template) ?? { kind: "empty" },
    );
    return (requests ?? []).map((request) => {
      const members = possibleMembers(request.config?.members ?? []);
      const options = members.flatMap(({ name, value }) =>
        name === "options" && value.kind === "object" ? possibleMembers(value.members) : [],
      );
      return { action, request, options: new Map(options.map(({ name, value }) => [name, value])) };
    });
  }
}

/** The places of actions. */
export const actions =
  (...names: readonly string[]): Touch =>
  (uses) =>
    names.flatMap((name) => uses.actions.get(name) ?? []).map(({ span }) => span);

/** The places of calls of functions. */
export const calls =
  (...names: readonly string[]): Touch =>
  (uses) =>
    names.flatMap((name) => uses.calls.get(name) ?? []).map(({ span }) => span);

/** The values of request options. */
export const options =
  (...names: readonly string[]): Touch =>
  (uses) =>
    uses.requests
      .flatMap((sent) => names.flatMap((name) => sent.options.get(name) ?? []))
      .map(({ span }) => span);

/** The values of properties of requests. */
export const sending =
  (...names: readonly string[]): Touch =>
  ({ requests }) =>
    requests.flatMap(({ request: { config } }) =>
      possibleMembers(config?.members ?? []).flatMap(({ name, span }) =>
        names.includes(name) ? [span] : [],
      ),
    );

/** The actions whose stylesheets another processor runs. */
export const laterStylesheets: Touch = ({ actions }) =>
  [...actions.values()].flat().flatMap((action) => {
    const isLater = definitionOf(action).stylesheet !== undefined && factsOf(action).waits;
    return isLater ? [action.span] : [];
  });

/** The places of operations in the API description. */
export const operations =
  (isTouched: (operation: RouteOperation) => boolean): Touch =>
  (uses) =>
    uses.operations.filter(isTouched).map(({ operation, flow }) => operation?.span ?? flow.span);

/** The places of expressions. */
export const expressions =
  (isTouched: (expression: Expression) => boolean): Touch =>
  (uses) =>
    uses.expressions.filter(isTouched).map(({ span }) => span);

/** Is a path from a variable, to one of these members if any are given. */
export const readsMember =
  (variable: string, ...members: readonly string[]) =>
  (expression: Expression): boolean => {
    if (expression.kind !== "path")
      return expression.kind === "variable" && expression.name === variable && members.length === 0;
    const { start, steps } = expression;
    if (typeof start === "string" || start.kind !== "variable" || start.name !== variable) return false;
    const test = steps[0]?.test;
    return members.length === 0 || (test?.kind === "name" && members.includes(test.name));
  };

/** The places that any of these touches. */
export const anyOf =
  (...touches: readonly Touch[]): Touch =>
  (uses): readonly Span[] =>
    touches.flatMap((touch) => touch(uses));
