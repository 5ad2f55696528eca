import { parseNumber } from "../../../runtime/data/model/string-value.js";
import { compare } from "../../../runtime/data/xpath/compare.js";
import { functions } from "../../constructs/functions/index.js";
import type { Domain } from "../../language/function-definition.js";
import { textOf } from "../../source/source-text.js";
import { type Expression, type PathExpression, pathFromVariable } from "../../syntax/xpath.js";
import type { JsonTypesOf, ValuesOf } from "../schemas/check-schemas.js";
import type { Variables } from "../types/node-types.js";
import type { Constraint } from "./constraints.js";
import type { Methods } from "./methods.js";
import { isSingle } from "./single.js";

export interface DomainFacts {
  readonly methods: Methods;
  readonly variables: Variables;
  readonly jsonTypesOf: JsonTypesOf;
  readonly valuesOf: ValuesOf;
}

/** The domain of a value by how it is computed: a text in lower case, say, or a rest. */
function computedDomain(expression: Expression): Domain | undefined {
  if (expression.kind === "call") return functions.get(expression.name)?.domain?.(expression);
  if (expression.kind !== "binary" || expression.operator !== "mod") return undefined;
  const { right } = expression;
  return right.kind === "number" && right.value > 0 ? restOf(right.value) : undefined;
}

/** The number of the nodes that a path leads to that leads to one at most: an array is one, whatever is in it. */
function countDomain(expression: Expression, { variables }: DomainFacts): Domain | undefined {
  if (expression.kind !== "call" || functions.get(expression.name)?.counts !== true) return undefined;
  const [counted] = expression.arguments;
  if (counted?.kind !== "path" || !isSingle(counted, false, variables)) return undefined;
  const path = textOf(counted.span);
  return {
    why: `1 at most, since ${path} is one node, whose items are ${path}/value`,
    values: ["0", "1"],
    has: (constant) => Number(constant) === 0 || Number(constant) === 1,
  };
}

/** The rest of a division has the sign of its left operand (XPath 1.0, section 3.5). */
const restOf = (divisor: number): Domain => ({
  why: `a number between -${divisor} and ${divisor}`,
  values: [],
  has: (constant) => typeof constant === "string" || Math.abs(constant) < divisor,
});

/** The domain of a value by where it is from; `undefined` if it may be anything. */
export function domainOf(expression: Expression, facts: DomainFacts): Domain | undefined {
  const computed = computedDomain(expression) ?? countDomain(expression, facts);
  if (computed !== undefined) return computed;
  const source = sourceOf(expression, facts.variables);
  if (source?.kind === "path") {
    const known = predefined(source, facts);
    if (known !== undefined) return known;
  }
  const values = facts.valuesOf(expression);
  if (values === "numbers") return numbers;
  if (values === "dates") return undefined;
  if (values !== undefined) return listed([...values], "by the schema");
  const types = facts.jsonTypesOf(expression);
  if (types === undefined || types.size === 0) return undefined;
  const scalars = [...types].filter((type) => type !== "null");
  if (types.has("null")) return undefined;
  if (scalars.every((type) => type === "boolean")) return listed(["true", "false"], "by the schema");
  return scalars.every((type) => type === "number") ? numbers : undefined;
}

/** An empty text asks for something else. */
const numbers: Domain = {
  why: "a number by the schema",
  values: [],
  has: (constant) => typeof constant === "number" || constant === "" || !Number.isNaN(parseNumber(constant)),
};

/** The outcome of a comparison: `false` if it can never be true, `true` if it always is; else `undefined`. */
export function outcomeIn(
  { has, values, range }: Domain,
  { operator, constant }: Constraint,
): boolean | undefined {
  if (operator === "=") return has(constant) ? undefined : false;
  if (operator === "!=") return has(constant) ? undefined : true;
  const ends = range ?? (values.length > 0 ? values : undefined);
  return ends?.some((value) => compare(value, operator, constant)) === false ? false : undefined;
}

function listed(values: readonly string[], by: string): Domain {
  const shown = values.filter((value) => value !== "");
  return {
    why: `${values.length === 1 ? "always" : "one of"} ${shown.slice(0, 12).join(", ")}${shown.length > 12 ? ", …" : ""} ${by}`,
    values,
    has: (constant) => values.some((value) => compare(value, "=", constant)),
  };
}

/** The path that a variable was set to, if it is always the same. */
function sourceOf(expression: Expression, variables: Variables): Expression | undefined {
  if (expression.kind !== "variable") return expression;
  const { value } = variables(expression);
  return value === "initial" ? undefined : value;
}

function predefined(path: PathExpression, { methods, variables }: DomainFacts): Domain | undefined {
  const { start } = path;
  if (typeof start === "string" || start.kind !== "variable") return undefined;
  const names = path.steps.map(({ axis, test }) =>
    axis === "child" && test.kind === "name" ? test.name : "*",
  );
  if (path.steps.some(({ predicates }) => predicates.length > 0)) return undefined;
  if (start.name === "request") {
    const name = variables(start).value === "initial" && names.length === 1 ? names[0] : undefined;
    return name === "method" ? methodDomain(methods) : requestDomains.get(name ?? "");
  }
  if (start.name !== "upstream" || names.length !== 2) return undefined;
  if (names[1] === "cacheHit") return listed(["true", "false"], "for every response");
  return names[1] === "status" ? status : undefined;
}

/** Members that are there in every request, by the names of their variables. */
const lasting: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["request", new Set(["method", "host", "port", "id", "url", "path", "headers", "endpoint"])],
  ["server", new Set(["name"])],
]);

/** Tells whether a path leads to a node that is always there. */
export function isLasting(path: PathExpression, variables: Variables): boolean {
  const { variable, names: [name = "", ...others] = [] } = pathFromVariable(path) ?? {};
  if (variable === undefined || others.length > 0 || lasting.get(variable.name)?.has(name) !== true)
    return false;
  return (
    path.steps.every(({ predicates }) => predicates.length === 0) && variables(variable).value === "initial"
  );
}

const ofForm = (why: string, form: RegExp): Domain => ({
  why,
  values: [],
  has: (constant) => constant === "" || form.test(String(constant)),
});

/** By the names of members of `$request` (specification, section "$request"). */
const requestDomains: ReadonlyMap<string, Domain> = new Map([
  [
    "path",
    {
      ...ofForm("the path without the query, which is $request/query", /^[^?#]*$/),
      isOfParts: true,
    } as const,
  ],
  ["url", ofForm("a whole URL, with its scheme and host", /^https?:\/\//)],
  ["host", ofForm("a host without its port, which is $request/port", /^(\[.*\]|[^:/]*)$/)],
  ["port", ofForm("a number", /^\d+$/)],
  ["query", ofForm("a query without the ? before it", /^(?!\?)/)],
  ["client-address", ofForm("one address", /^[\da-f.:]+$/i)],
]);

const status: Domain = {
  why: "a status of three digits",
  values: [],
  has: (constant) =>
    typeof constant === "number"
      ? Number.isInteger(constant) && constant >= 100 && constant <= 999
      : /^[1-9]\d\d$/.test(constant),
  range: [100, 999],
};

function methodDomain(methods: Methods): Domain {
  if (methods !== undefined) return listed([...methods], "on the routes to this flow");
  return {
    why: "written in capital letters",
    values: standardMethods,
    has: (constant) =>
      typeof constant === "string" &&
      (standardMethods.includes(constant) || !standardMethods.includes(constant.toUpperCase())),
  };
}

const standardMethods: readonly string[] = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
];
