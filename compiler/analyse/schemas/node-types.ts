import { embeddedExpressions } from "../../functions/index.js";
import { eitherOf, type Schema } from "../../syntax/schema.js";
import type { Expression, FunctionCall, PathExpression, Step } from "../../syntax/xpath.js";
import { memberOf, typesOf } from "./members.js";

/** What is known of the nodes that an expression finds: JSON documents, or elements of one. */
export interface NodeType {
  readonly kind: "document" | "element";
  /** Of the JSON. */
  readonly schema: Schema;
}

/** What an expression looks at; undefined is what nothing is known of. */
export interface NodeScope {
  readonly context: NodeType | undefined;
  /** The document of the main content. */
  readonly content: NodeType | undefined;
  variable(name: string): NodeType | undefined;
  /** The document of an upstream response. */
  response(id: string): NodeType | undefined;
}

/** Why a child can never be there, or most likely is a mistake. */
export type Problem = "notJson" | "scalar" | "array" | "noMember" | "unlisted";

/** A step to a child, and the nodes that it starts from. */
export interface ChildStep {
  readonly step: Step;
  /** `*` for all children. */
  readonly name: string;
  readonly from: NodeType;
}

/** Finds the types of expressions, and of all in them, by the schemas of the JSON that they look at. */
export class NodeTyper {
  constructor(private readonly report: (problem: Problem, child: ChildStep) => void) {}

  typeOf(expression: Expression, scope: NodeScope): NodeType | undefined {
    switch (expression.kind) {
      case "literal":
      case "number":
        return undefined;
      case "variable":
        return scope.variable(expression.name);
      case "negate":
        this.typeOf(expression.operand, scope);
        return undefined;
      case "binary": {
        const types = [this.typeOf(expression.left, scope), this.typeOf(expression.right, scope)];
        return expression.operator === "|" ? commonType(types) : undefined;
      }
      case "filter": {
        const type = this.typeOf(expression.primary, scope);
        this.#predicates(expression.predicates, type, scope);
        return type;
      }
      case "call":
        return this.#call(expression, scope);
      case "path":
        return this.typeOfPath(expression, scope);
      default:
        return expression satisfies never;
    }
  }

  typeOfPath({ start, steps }: PathExpression, scope: NodeScope): NodeType | undefined {
    const first =
      start === "root" ? undefined : start === "context" ? scope.context : this.typeOf(start, scope);
    return steps.reduce((type, step) => {
      const next = type && this.#step(type, step);
      this.#predicates(step.predicates, next, scope);
      return next;
    }, first);
  }

  #predicates(predicates: readonly Expression[], context: NodeType | undefined, scope: NodeScope): void {
    for (const predicate of predicates) this.typeOf(predicate, { ...scope, context });
  }

  #call(call: FunctionCall, scope: NodeScope): NodeType | undefined {
    for (const argument of call.arguments) this.typeOf(argument, scope);
    for (const inner of embeddedExpressions(call)) this.typeOf(inner, { ...scope, context: undefined });
    const [argument] = call.arguments;
    if (call.name === "content") return documentOf(call, scope);
    if (call.name !== "json-parse" || argument?.kind !== "call" || argument.name !== "body") return undefined;
    return rootElement(documentOf(argument, scope));
  }

  #step(from: NodeType, step: Step): NodeType | undefined {
    const { axis, test } = step;
    if (axis === "self" && test.kind === "type" && test.type === "node") return from;
    if (axis !== "child" || (test.kind !== "name" && test.kind !== "any-name")) return undefined;
    const child = { step, name: test.kind === "name" ? test.name : "*", from };
    return from.kind === "document" ? this.#root(child) : this.#member(child);
  }

  #root(child: ChildStep): NodeType | undefined {
    if (child.name === "json" || child.name === "*") return rootElement(child.from);
    this.report("notJson", child);
    return undefined;
  }

  #member(child: ChildStep): NodeType | undefined {
    const { name, from } = child;
    const types = typesOf(from.schema);
    if (!types.has("object") && !types.has("array")) this.report("scalar", child);
    else if (name === "*") return types.has("object") ? undefined : itemType(from);
    else if (!types.has("object") && name !== "value") this.report("array", child);
    else {
      const member = memberOf(from.schema, name);
      if (member.kind === "impossible") this.report("noMember", child);
      else if (member.kind === "unlisted") this.report("unlisted", child);
      else return { kind: "element", schema: member.schema };
    }
    return undefined;
  }
}

/** The document of `content()`, or that `body()` is the text of. The main content need not be the response `main`. */
function documentOf({ name, arguments: [id] }: FunctionCall, scope: NodeScope): NodeType | undefined {
  if (id !== undefined && id.kind !== "literal") return undefined;
  const given = id?.value ?? "";
  return given !== "" ? scope.response(given) : name === "body" ? scope.response("main") : scope.content;
}

/** What an item of an array is known to be. */
export function itemType(array: NodeType | undefined): NodeType | undefined {
  if (array?.kind !== "element") return undefined;
  const item = memberOf(array.schema, "value");
  return item.kind === "impossible" ? undefined : { kind: "element", schema: item.schema };
}

/** The element `json` of a document; an element itself. */
export const rootElement = (type: NodeType | undefined): NodeType | undefined =>
  type && { kind: "element", schema: type.schema };

/** What is known of a value that has one of several types. */
export function commonType(types: readonly (NodeType | undefined)[]): NodeType | undefined {
  const [first] = types;
  const known = types.filter((type) => type !== undefined && type.kind === first?.kind);
  if (first === undefined || known.length < types.length) return undefined;
  return { kind: first.kind, schema: eitherOf(known.map((type) => (type as NodeType).schema)) };
}
