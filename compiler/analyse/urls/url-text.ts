import { urlEncode } from "../../../runtime/language/functions/encoding-functions.js";
import { functions } from "../../constructs/functions/index.js";
import type { Span } from "../../source/source-text.js";
import type { AttributeTemplate } from "../../syntax/attribute-template.js";
import { contentsOf, type JsonNode } from "../../syntax/json-template.js";
import type { Expression, FunctionCall, VariableReference } from "../../syntax/xpath.js";
import type { DataFlow } from "../data-flow/index.js";
import { environmentRead } from "../flows/environment-reads.js";
import { unknownValue } from "../types/known.js";
import { jsonAt } from "../types/node-types.js";
import { joined, limited, type Pieces, unknown } from "./pieces.js";

/** Finds the pieces that texts are put together from, also across variables. Analyses each expression once. */
export class UrlTexts {
  readonly #known = new Map<Expression | JsonNode, readonly Pieces[]>();

  constructor(
    private readonly variables: DataFlow["variables"],
    /** Tells whether something restricts the text at a path of the request. */
    private readonly isChecked: (path: string) => boolean,
  ) {}

  /** All texts that a value in a configuration can be. */
  ofJson(node: JsonNode): readonly Pieces[] {
    return this.#once(node, () => {
      switch (node.kind) {
        case "constant":
          return [[{ kind: "constant", text: String(node.value ?? "") }]];
        case "expression":
          return limited(node.value.operands.flatMap((operand) => this.of(operand)));
        case "block":
          return limited(contentsOf(node).flatMap((each) => this.ofJson(each)));
        default:
          return [unknown];
      }
    });
  }

  ofAttribute({ parts }: AttributeTemplate): readonly Pieces[] {
    return parts
      .map((part): readonly Pieces[] =>
        typeof part === "string" ? [[{ kind: "constant", text: part }]] : this.of(part),
      )
      .reduce(joined, [[]]);
  }

  of(expression: Expression): readonly Pieces[] {
    return this.#once(expression, () => this.#read(expression));
  }

  #read(expression: Expression): readonly Pieces[] {
    const path = clientPath(expression, (variable) => this.#value(variable) === "initial");
    if (path !== undefined) return [this.#sent(path, expression.span)];
    switch (expression.kind) {
      case "literal":
      case "number":
        return [[{ kind: "constant", text: String(expression.value) }]];
      case "call":
        return this.#call(expression);
      case "variable":
        return this.#variable(expression);
      case "path": {
        const json = jsonAt(expression, (variable) => this.variables.get(variable) ?? unknownValue);
        if (json !== undefined) return usedAt(this.ofJson(json), expression.span);
        const environment = environmentRead(expression)?.name;
        return environment === undefined ? [unknown] : [[{ kind: "unknown", environment }]];
      }
      default:
        return [unknown];
    }
  }

  #sent(path: string, span: Span): Pieces {
    if (path === "request/path" || path === "request/endpoint") return [{ kind: "client-path" }];
    if (this.isChecked(path)) return unknown;
    return [{ kind: "client", span, path, isEncoded: path === "request/host" }];
  }

  #variable(variable: VariableReference): readonly Pieces[] {
    const fact = this.variables.get(variable);
    if (fact?.json !== undefined) return usedAt(this.ofJson(fact.json), variable.span);
    const { value } = fact ?? unknownValue;
    return value === undefined || value === "initial" ? [unknown] : usedAt(this.of(value), variable.span);
  }

  #call({ name, arguments: given }: FunctionCall): readonly Pieces[] {
    const [first] = given;
    if (first === undefined) return [unknown];
    switch (functions.get(name)?.keepsText) {
      case "joined":
        return given.map((each) => this.of(each)).reduce(joined);
      case "same":
        return this.of(first);
      case "encoded":
        return this.of(first).map(encoded);
      // A part of the client's text may still do harm.
      case "partly":
        return this.of(first).map(keptApart);
      default:
        return [unknown];
    }
  }

  #value(expression: Expression): Expression | "initial" | undefined {
    return expression.kind === "variable" ? this.variables.get(expression)?.value : undefined;
  }

  /** Analyses a node once. A node that depends on itself is unknown. */
  #once(node: Expression | JsonNode, read: () => readonly Pieces[]): readonly Pieces[] {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    this.#known.set(node, [unknown]);
    const found = read();
    this.#known.set(node, found);
    return found;
  }
}

function encoded(pieces: Pieces): Pieces {
  return pieces.map((piece) => {
    if (piece.kind === "constant") return { kind: "constant", text: urlEncode(piece.text) };
    return piece.kind === "client" ? { ...piece, isEncoded: true } : { kind: "unknown" };
  });
}

/** Keeps the client's pieces and makes all others unknown. */
function keptApart(pieces: Pieces): Pieces {
  return pieces.map((piece) => (piece.kind === "client" ? piece : { kind: "unknown" }));
}

/** Replaces the spans of the client's pieces by that of the variable or path that was read. */
function usedAt(alternatives: readonly Pieces[], span: Span): readonly Pieces[] {
  return alternatives.map((pieces) =>
    pieces.map((piece) => (piece.kind === "client" ? { ...piece, span } : piece)),
  );
}

/**
 * The path of a value that the client has sent: `request/get/id`, `body/json/id`; `undefined` for anything
 * else. Steps with predicates do not count, because they may let only some values through.
 */
function clientPath(
  expression: Expression,
  isInitial: (variable: Expression) => boolean,
): string | undefined {
  const path = pathOf(expression);
  if (path === undefined || !isInitial(path.start)) return undefined;
  const [variable, part, ...rest] = path.names;
  if (variable === "body") return path.names.join("/");
  if (variable !== "request" || part === undefined) return undefined;
  const isText = rest.length === 0 && singleTexts.has(part);
  return isText || (rest.length === 1 && textsByName.has(part)) ? path.names.join("/") : undefined;
}

/**
 * Parts of `$request` that are a single text. Missing are its ID and its method, which the engine sets, and
 * its port, which has only digits.
 */
const singleTexts: ReadonlySet<string> = new Set(["endpoint", "host", "path", "query", "url"]);

/** Parts of `$request` that hold a text for each name. */
const textsByName: ReadonlySet<string> = new Set(["cookies", "get", "headers", "params", "post"]);

interface NamedPath {
  readonly start: Expression;
  readonly names: readonly string[];
}

function pathOf(expression: Expression): NamedPath | undefined {
  if (expression.kind === "variable") return { start: expression, names: [expression.name] };
  if (expression.kind !== "path" || typeof expression.start === "string") return undefined;
  const start = pathOf(expression.start);
  const names = expression.steps.map(({ axis, test, predicates }) =>
    axis === "child" && test.kind === "name" && predicates.length === 0 ? test.name : undefined,
  );
  if (start === undefined || names.includes(undefined)) return undefined;
  return { start: start.start, names: [...start.names, ...names.filter((name) => name !== undefined)] };
}
