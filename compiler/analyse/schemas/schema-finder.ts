import { functions } from "../../constructs/functions/index.js";
import type { ContentRead, KnownDocument } from "../../language/function-definition.js";
import { changed } from "../../source/changed.js";
import { arrayOf, eitherOf, type Schema } from "../../syntax/schema.js";
import type { Expression, FunctionCall, PathExpression, Step } from "../../syntax/xpath.js";
import { memberOf, typesOf } from "./members.js";
import { formOf, isOfTemplate } from "./template-schema.js";

/** The schema of the nodes that an expression finds: of JSON documents, or of elements in one. */
export interface NodeSchema {
  readonly kind: "document" | "element";
  /** The name of the root element: of the document, or of the element that is it. */
  readonly root?: string;
  readonly schema: Schema;
}

/** The nodes that an expression can refer to. `undefined`: nothing is known of them. */
export interface SchemaScope {
  readonly context: NodeSchema | undefined;
  /** The schema of the main content. */
  readonly content: NodeSchema | undefined;
  variable(name: string): NodeSchema | undefined;
  /** The schema of the response to the upstream request with this ID. */
  response(id: string): NodeSchema | undefined;
}

/** Why a child can never exist, or why its name is most likely a mistake. */
export type Problem = "notJson" | "ownName" | "scalar" | "array" | "noMember" | "unlisted";

/** A step to a child, and the schema of the nodes that it starts from. */
export interface ChildStep {
  readonly step: Step;
  /** `*` for all children. */
  readonly name: string;
  readonly from: NodeSchema;
}

/**
 * Finds the schemas of the nodes that expressions and all their parts yield, and reports steps that can lead
 * nowhere.
 */
export class SchemaFinder {
  readonly #found = new Map<Expression, NodeSchema>();

  /** @param reportLoop is called for loops over what is no array */
  constructor(
    private readonly report: (problem: Problem, child: ChildStep) => void,
    private readonly reportLoop: (over: Expression, from: NodeSchema) => void = () => {},
    /** The schema of a document that the build can read. */
    private readonly document: (known: KnownDocument) => NodeSchema | undefined = () => undefined,
  ) {}

  /** The schema of what a loop goes through. Only arrays have rounds. */
  looped(over: Expression, scope: SchemaScope): NodeSchema | undefined {
    const nodes = this.schemaOf(over, scope);
    if (nodes === undefined) return undefined;
    const types = typesOf(nodes.schema);
    const hasNothing = [...types].every((type) => type === "null");
    if (!hasNothing && !types.has("array")) this.reportLoop(over, nodes);
    return nodes;
  }

  /** The schemas found so far. An expression without one yields nodes of which nothing is known. */
  get found(): ReadonlyMap<Expression, NodeSchema> {
    return this.#found;
  }

  schemaOf(expression: Expression, scope: SchemaScope): NodeSchema | undefined {
    const nodes = this.#find(expression, scope);
    if (nodes !== undefined) this.#found.set(expression, nodes);
    return nodes;
  }

  #find(expression: Expression, scope: SchemaScope): NodeSchema | undefined {
    switch (expression.kind) {
      case "literal":
      case "number":
        return undefined;
      case "variable":
        return scope.variable(expression.name);
      case "negate":
        this.schemaOf(expression.operand, scope);
        return undefined;
      case "binary": {
        const sides = [this.schemaOf(expression.left, scope), this.schemaOf(expression.right, scope)];
        return expression.operator === "|" ? commonSchema(sides) : undefined;
      }
      case "filter": {
        const nodes = this.schemaOf(expression.primary, scope);
        this.#predicates(expression.predicates, nodes, scope);
        return nodes;
      }
      case "call":
        return this.#call(expression, scope);
      case "path":
        return this.#path(expression, scope);
      default:
        return expression satisfies never;
    }
  }

  #path({ start, steps }: PathExpression, scope: SchemaScope): NodeSchema | undefined {
    const first =
      start === "root" ? undefined : start === "context" ? scope.context : this.schemaOf(start, scope);
    return steps.reduce((nodes, step) => {
      const next = nodes && this.#step(nodes, step);
      this.#predicates(step.predicates, next, scope);
      return next;
    }, first);
  }

  #predicates(predicates: readonly Expression[], context: NodeSchema | undefined, scope: SchemaScope): void {
    for (const predicate of predicates) this.schemaOf(predicate, changed(scope, { context }));
  }

  #call(call: FunctionCall, scope: SchemaScope): NodeSchema | undefined {
    const [first] = call.arguments.map((argument) => this.schemaOf(argument, scope));
    const definition = functions.get(call.name);
    const { arrayOf } = definition ?? {};
    const items = arrayOf === "items" ? itemSchema(first) : undefined;
    if (call.embedded !== undefined) this.schemaOf(call.embedded, changed(scope, { context: items }));
    if (arrayOf !== undefined) return arrayOf === "items" ? first : first && arrayOfNodes(first);
    const content = definition?.contentRead?.(call);
    if (content?.as === "document") return documentOf(content, scope);
    const [argument] = call.arguments;
    const parsed = argument?.kind === "call" && functions.get(argument.name)?.contentRead?.(argument);
    if (definition?.parses === "json" && parsed && parsed.as === "text") {
      const known = documentOf(parsed, scope);
      if (known !== undefined) return rootElement(known);
    }
    const document = definition?.knownDocument?.(call);
    return document && this.document(document);
  }

  #step(from: NodeSchema, step: Step): NodeSchema | undefined {
    const { axis, test } = step;
    if (axis === "self" && test.kind === "type" && test.type === "node") return from;
    if (axis !== "child" || (test.kind !== "name" && test.kind !== "any-name")) return undefined;
    const child = { step, name: test.kind === "name" ? test.name : "*", from };
    return from.kind === "document" ? this.#root(child) : this.#member(child);
  }

  #root(child: ChildStep): NodeSchema | undefined {
    if (child.name === (child.from.root ?? "json") || child.name === "*") return rootElement(child.from);
    this.report("notJson", child);
    return undefined;
  }

  #member(child: ChildStep): NodeSchema | undefined {
    const { name, from } = child;
    const types = typesOf(from.schema);
    if (!types.has("object") && !types.has("array")) this.report("scalar", child);
    else if (name === "*") return types.has("object") ? undefined : itemSchema(from);
    else if (!types.has("object") && name !== "value") this.report("array", child);
    else {
      const member = memberOf(from.schema, name);
      if (name === from.root && member.kind !== "listed") this.report("ownName", child);
      else if (member.kind === "impossible") this.report("noMember", child);
      else if (member.kind === "unlisted") this.report("unlisted", child);
      else return { kind: "element", schema: member.schema };
    }
    return undefined;
  }
}

/** The schema of the document that a function reads, or that it has parsed a text from. */
function documentOf({ id }: ContentRead, scope: SchemaScope): NodeSchema | undefined {
  if (id === undefined) return undefined;
  return id === "" ? scope.content : scope.response(id);
}

function arrayOfNodes({ schema }: NodeSchema): NodeSchema {
  const { span, origin } = schema;
  return { kind: "element", schema: arrayOf(schema, origin === undefined ? { span } : { span, origin }) };
}

/** The schema of the items of an array. */
export function itemSchema(array: NodeSchema | undefined): NodeSchema | undefined {
  if (array?.kind !== "element" || !typesOf(array.schema).has("array")) return undefined;
  const item = memberOf(array.schema, "value");
  return item.kind === "impossible" ? undefined : { kind: "element", schema: item.schema };
}

/** The schema of the root element `json`, for a document; an element stays as it is. */
export function rootElement(nodes: NodeSchema | undefined): NodeSchema | undefined {
  return (
    nodes && (nodes.kind === "element" ? nodes : { ...nodes, kind: "element", root: nodes.root ?? "json" })
  );
}

/** One schema for nodes that each have one of `all`; `undefined` if one of these is unknown. */
export function commonSchema(all: readonly (NodeSchema | undefined)[]): NodeSchema | undefined {
  const [first] = all;
  const known = all.flatMap((nodes) =>
    nodes !== undefined && nodes.kind === first?.kind ? [nodes.schema] : [],
  );
  return first === undefined || known.length < all.length
    ? undefined
    : {
        kind: first.kind,
        schema: eitherOf(distinct(known)),
        ...(first.root !== undefined &&
          all.every((nodes) => nodes?.root === first.root) && { root: first.root }),
      };
}

/** How many parts of a schema a message names. */
const mostNamed = 3;

/** Without most of the schemas that say the same as others. */
const distinct = (schemas: readonly Schema[]): readonly Schema[] =>
  fewOfEach(schemas, (schema) => (isOfTemplate(schema) ? formOf(schema) : undefined));

/**
 * Leaves out most of those of one form: a thousand flows may set a variable by templates of one form, and each of them reads
 * it.
 */
export function fewOfEach<Item>(
  items: readonly Item[],
  form: (item: Item) => string | undefined,
): readonly Item[] {
  if (items.length <= mostNamed) return items;
  const seen = new Map<string, number>();
  return items.filter((item) => {
    const own = form(item);
    if (own === undefined) return true;
    const count = (seen.get(own) ?? 0) + 1;
    seen.set(own, count);
    return count <= mostNamed;
  });
}
