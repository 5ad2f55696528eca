import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { missingFunction } from "../../language/function-definition.js";
import type { Functions } from "../../language/language.js";
import type { MappedText, Span } from "../../source/source-text.js";
import type { Namespaces, Pattern, PatternStep, ValueTemplate } from "../../syntax/stylesheet.js";
import type { Expression, FunctionCall, NodeTest, PathExpression, Step } from "../../syntax/xpath.js";
import { splitBraces } from "../flow/attribute-template.js";
import { parseXPath } from "../xpath/xpath.js";
import type { Around } from "./element.js";
import { instructionNames } from "./grammar.js";
import { expanded, split, xsltNamespace } from "./names.js";

/** Where extension functions come from that stylesheets for libxslt use, and the prefix of their names here. */
const extensionPrefixes: ReadonlyMap<string, string> = new Map([
  ["http://exslt.org/common", "exsl"],
  ["http://xmlsoft.org/XSLT/namespace", "exsl"],
  ["http://icl.com/saxon", "exsl"],
  ["http://www.jclark.com/xt", "exsl"],
  ["http://exslt.org/math", "math"],
  ["http://exslt.org/sets", "set"],
  ["http://exslt.org/strings", "str"],
]);

/** Reads the expressions of stylesheets: the names in them are expanded, so that nobody needs the prefixes again. */
export class ExpressionReader {
  /** All that were read, to be checked. */
  readonly expressions: Expression[] = [];
  /** Calls of functions that there are not. */
  readonly #missing: FunctionCall[] = [];
  /** The names that `function-available()` is asked for. */
  readonly #tested = new Set<string>();

  constructor(
    private readonly functions: Functions,
    readonly reporter: Reporter,
  ) {}

  /** `undefined` after reporting an error. */
  expression(text: MappedText, around: Around): Expression | undefined {
    const parsed = parseXPath(text, this.reporter, this.functions, "stylesheet");
    const expression = parsed && this.#resolved(parsed, around);
    if (expression !== undefined) this.expressions.push(expression);
    return expression;
  }

  /** An attribute value template (§7.6.2). */
  valueTemplate(value: MappedText, around: Around): ValueTemplate {
    const pieces = splitBraces(value);
    if (typeof pieces === "number") {
      const reason =
        value.text[pieces] === "}"
          ? 'a "}" in an attribute is written "}}".'
          : 'this "{" is never closed; in an attribute, "{" itself is "{{".';
      this.refuse(value.span(pieces, pieces + 1), reason);
      return [];
    }
    const parts = pieces.flatMap(
      (piece): ValueTemplate =>
        [typeof piece === "string" ? piece : this.expression(piece, around)].filter(
          (part) => part !== undefined,
        ),
    );
    return parts.length === 0 ? [""] : parts;
  }

  /** The alternatives of a pattern (§5.2). */
  patterns(text: MappedText, around: Around): readonly Pattern[] {
    const parsed = this.expression(text, around);
    return parsed === undefined ? [] : alternatives(parsed).flatMap((one) => this.#pattern(one) ?? []);
  }

  /** A name with its prefix expanded; a name without one is in no namespace. */
  name(value: MappedText, { scope }: Around): string {
    const name = value.text.trim();
    const [prefix, local] = split(name);
    if (!qualifiedName.test(name)) {
      this.refuse(value.span(0, value.text.length), `${JSON.stringify(name)} is no name.`);
      return name;
    }
    if (prefix === "") return local;
    return expanded(this.#uri(prefix, scope, value.span(0, value.text.length)), local);
  }

  /** Reports calls of functions that there are not, unless the stylesheet looks whether there are. */
  refuseMissing(): void {
    for (const { name, nameSpan } of this.#missing)
      if (!this.#tested.has(name)) this.refuse(nameSpan, `there is no function ${name}().`);
  }

  refuse(span: Span, reason: string): void {
    this.reporter.report(span, "stylesheet", { reason });
  }

  /** Reports a word that an attribute does not know, and ignores. */
  warnWord(key: string, value: MappedText, known: readonly string[]): void {
    const text = value.text.trim();
    this.reporter.report(value.span(0, value.text.length), "memberWord", {
      key,
      text,
      known: known.join(", "),
      nearest: nearest(text, known) ?? known.find((word) => word.startsWith(text)),
    });
  }

  #uri(prefix: string, scope: Namespaces, span: Span): string {
    const uri = scope.get(prefix);
    if (uri === undefined) this.refuse(span, `the prefix ${prefix} is not declared.`);
    return uri ?? "";
  }

  #resolved(expression: Expression, around: Around): Expression {
    const inner = (one: Expression) => this.#resolved(one, around);
    switch (expression.kind) {
      case "literal":
      case "number":
        return expression;
      case "variable": {
        const [prefix, local] = split(expression.name);
        if (prefix === "") return expression;
        return { ...expression, name: expanded(this.#uri(prefix, around.scope, expression.span), local) };
      }
      case "negate":
        return { ...expression, operand: inner(expression.operand) };
      case "binary":
        return { ...expression, left: inner(expression.left), right: inner(expression.right) };
      case "filter":
        return {
          ...expression,
          primary: inner(expression.primary),
          predicates: expression.predicates.map(inner),
        };
      case "path":
        return {
          ...expression,
          start: typeof expression.start === "string" ? expression.start : inner(expression.start),
          steps: expression.steps.map((step) => this.#step(step, around)),
        };
      case "call":
        return this.#call({ ...expression, arguments: expression.arguments.map(inner) }, around);
      default:
        return expression satisfies never;
    }
  }

  #step(step: Step, around: Around): Step {
    return {
      ...step,
      test: step.axis === "namespace" ? step.test : this.#test(step.test, step.span, around),
      predicates: step.predicates.map((predicate) => this.#resolved(predicate, around)),
    };
  }

  #test(test: NodeTest, span: Span, { scope }: Around): NodeTest {
    if (test.kind === "any-in-namespace")
      return { kind: "name", name: expanded(this.#uri(test.prefix, scope, span), "*") };
    if (test.kind !== "name" || !test.name.includes(":")) return test;
    const [prefix, local] = split(test.name);
    return { kind: "name", name: expanded(this.#uri(prefix, scope, span), local) };
  }

  /** An unknown function fails when it is called, if it can be known elsewhere (§2.5, §14.2). */
  #call(call: FunctionCall, around: Around): FunctionCall {
    const { scope, isForwards } = around;
    const [prefix, local] = split(call.name);
    const uri = prefix === "" ? "" : this.#uri(prefix, scope, call.nameSpan);
    const name = this.#functionOf(prefix, uri, local);
    if (name !== undefined) return this.#named({ ...call, name }, around);
    if (prefix === "" && !isForwards) return call;
    if (!isForwards) this.#missing.push(call);
    return this.#missingCall(call);
  }

  /** Names that are texts have prefixes, too; and what there is, the build knows. */
  #named(call: FunctionCall, around: Around): FunctionCall {
    const { nameArgument: place, asksFor } = this.functions.get(call.name) ?? {};
    const name = place === undefined ? undefined : call.arguments[place];
    if (place === undefined || name?.kind !== "literal") return call;
    const [prefix, local] = split(name.value);
    // Of these names, only that of an element may be in the default namespace.
    const isPlain = prefix === "" && asksFor !== "element";
    const uri = isPlain ? "" : (around.scope.get(prefix) ?? "");
    switch (asksFor) {
      case "function":
        this.#tested.add(name.value);
        return booleanCall(call, this.#functionOf(prefix, uri, local) !== undefined);
      case "element":
        return booleanCall(call, uri === xsltNamespace && instructionNames.has(local));
      default: {
        const expandedName = { ...name, value: expanded(uri, local) };
        return { ...call, arguments: call.arguments.with(place, expandedName) };
      }
    }
  }

  /** The name here of a function that stylesheets have. */
  #functionOf(prefix: string, uri: string, local: string): string | undefined {
    const names = prefix === "" ? [`xsl:${local}`, local] : [`${extensionPrefixes.get(uri) ?? ""}:${local}`];
    return names.find((name) => name !== missingFunction && this.functions.has(name));
  }

  /** A call that fails, and says which function there is not. */
  #missingCall(call: FunctionCall): FunctionCall {
    const name = { kind: "literal", span: call.nameSpan, value: call.name } as const;
    return { ...call, name: missingFunction, arguments: [name] };
  }

  #pattern(expression: Expression): Pattern | undefined {
    const { span } = expression;
    if (expression.kind === "call" && this.#isStart(expression))
      return { span, start: expression, steps: [], priority: 0.5 };
    if (expression.kind !== "path") return this.#noPattern(span);
    const steps = this.#patternSteps(expression);
    if (steps === undefined) return this.#noPattern(span);
    const { start } = expression;
    if (typeof start !== "string" && !this.#isStart(start)) return this.#noPattern(span);
    const from = start === "context" ? "anywhere" : start;
    return { span, start: from, steps, priority: priorityOf(from, steps) };
  }

  #noPattern(span: Span): undefined {
    this.refuse(
      span,
      "this is no pattern: it may have the axes child and attribute, / and //, id() and key().",
    );
    return undefined;
  }

  #isStart(expression: Expression): boolean {
    return (
      expression.kind === "call" &&
      this.functions.get(expression.name)?.startsPatterns === true &&
      expression.arguments.every(({ kind }) => kind === "literal")
    );
  }

  #patternSteps({ steps }: PathExpression): readonly PatternStep[] | undefined {
    const found: PatternStep[] = [];
    let after: PatternStep["after"] = "/";
    for (const { axis, test, predicates } of steps) {
      if (isDescendants(axis, test, predicates)) after = "//";
      else if (axis !== "child" && axis !== "attribute") return undefined;
      else {
        found.push({ after, axis, test, predicates });
        after = "/";
      }
    }
    return after === "//" ? undefined : found;
  }
}

const isDescendants = (axis: string, test: NodeTest, predicates: readonly Expression[]): boolean =>
  axis === "descendant-or-self" && test.kind === "type" && test.type === "node" && predicates.length === 0;

const qualifiedName = /^[\p{L}_][\p{L}\p{M}\p{N}._\-·]*(?::[\p{L}_][\p{L}\p{M}\p{N}._\-·]*)?$/u;

const booleanCall = (call: FunctionCall, value: boolean): FunctionCall => ({
  ...call,
  name: String(value),
  arguments: [],
});

function alternatives(expression: Expression): readonly Expression[] {
  return expression.kind === "binary" && expression.operator === "|"
    ? [...alternatives(expression.left), ...alternatives(expression.right)]
    : [expression];
}

/** §5.5 */
function priorityOf(start: Pattern["start"], steps: readonly PatternStep[]): number {
  const [only] = steps;
  const isPlain = start === "anywhere" && steps.length === 1 && only?.predicates.length === 0;
  if (!isPlain || only === undefined || only.after === "//") return 0.5;
  const { test } = only;
  if (test.kind === "name") return test.name.endsWith("}*") ? -0.25 : 0;
  return test.kind === "processing-instruction" && test.target !== undefined ? 0 : -0.5;
}
