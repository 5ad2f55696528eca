import { functions } from "../../constructs/functions/index.js";
import type { TimeProblem } from "../../diagnostics/catalogue-arguments.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Constants, Domain, FunctionDefinition, Parameter } from "../../language/function-definition.js";
import { textOf } from "../../source/source-text.js";
import { allMembers, type JsonMember, type JsonNode } from "../../syntax/json-template.js";
import { someExpression } from "../../syntax/visit-expression.js";
import { type Expression, type FunctionCall, pathFromVariable } from "../../syntax/xpath.js";
import { domainOf } from "../conditions/domains.js";
import { jsonAt, type NodeType, typeOfPath } from "../types/node-types.js";
import type { FlowRule } from "./rule.js";

/** The parameter that an argument is for. The last one may be repeated. */
const parameterAt = ({ parameters }: FunctionDefinition, index: number): Parameter | undefined =>
  parameters[Math.min(index, parameters.length - 1)];

/** Finds constants that are not what the definition of the function says that it takes. */
export function checkConstants(
  { name, arguments: args }: FunctionCall,
  definition: FunctionDefinition,
  reporter: Reporter,
): void {
  for (const [index, argument] of args.entries()) {
    const constant = constantOf(argument);
    const parameter = parameterAt(definition, index);
    if (constant === undefined || parameter === undefined) continue;
    const { type, use, takes } = parameter;
    const found = textOf(argument.span);
    if (type === "boolean" && use === undefined && isStrange(constant))
      reporter.report(argument.span, "textForBoolean", { name, found });
    if (typeof takes !== "object") continue;
    const domain = takes.isPart === true ? formOf(args[0]) : undefined;
    if (domain?.isOfParts === true && !domain.has(constant))
      reporter.report(argument.span, "neverInText", { why: domain.why });
    if (takes.has(constant)) continue;
    const instead = takes.instead?.(constant);
    reporter.report(argument.span, "constantArgument", { name, what: takes.what, found, instead });
  }
}

/** The forms that the text can have that a function returns. */
function formOf(argument: Expression | undefined): Domain | undefined {
  return argument?.kind === "call" ? functions.get(argument.name)?.domain?.(argument) : undefined;
}

function constantOf(argument: Expression): string | number | undefined {
  if (argument.kind === "literal" || argument.kind === "number") return argument.value;
  return argument.kind === "negate" && argument.operand.kind === "number"
    ? -argument.operand.value
    : undefined;
}

/** Tells whether a constant counts as true, although it does not say so. */
function isStrange(constant: string | number): boolean {
  return typeof constant === "string"
    ? constant !== "" && constant !== "true"
    : constant !== 0 && constant !== 1;
}

/** Finds what is no array where a function takes one, and arrays where it takes the items. */
export const arrayArguments: FlowRule = ({
  methods,
  known,
  describedTypesOf,
  jsonTypesOf,
  valuesOf,
  reporter,
}) => {
  const facts = { methods, variables: known, jsonTypesOf, valuesOf };
  const source = (expression: Expression): Expression => {
    const value = expression.kind === "variable" ? known(expression).value : undefined;
    return value === undefined || value === "initial" ? expression : value;
  };
  const typeOf = (expression: Expression): NodeType | undefined => {
    const types = [...(describedTypesOf(expression) ?? [])].filter((type) => type !== "null");
    const [only, ...others] = types;
    if (only !== undefined && others.length === 0) return only;
    return isText(expression) ? "string" : typeOfPath(expression, known);
  };
  /** Tells whether a path leads to a text of the client's request. */
  const isText = (expression: Expression): boolean => {
    const path = pathFromVariable(expression);
    return (
      path?.variable.name === "request" && path.names.length > 1 && known(path.variable).value === "initial"
    );
  };
  const checkArray = (name: string, argument: Expression) => {
    const from = source(argument);
    const isParts = from.kind === "call" && functions.get(from.name)?.parses === "parts";
    const type = isParts ? undefined : typeOf(argument);
    if (!isParts && (type === undefined || type === "array" || type === "null")) return;
    const text = textOf(argument.span);
    const array = /^(.*)\/value(\[\d+\])?$/.exec(text)?.[1];
    const found = isParts ? "a list of elements" : (described.get(type as NodeType) ?? "none");
    reporter.report(argument.span, "arrayArgument", { name, found, array });
  };
  /** Finds a constant that is looked for in a text in which it never is. */
  const checkPart = ([text, part]: readonly Expression[], definition: FunctionDefinition | undefined) => {
    const takes = definition?.parameters[1]?.takes;
    if (text?.kind !== "path" || part?.kind !== "literal" || typeof takes !== "object") return;
    const domain = takes.isPart === true ? domainOf(text, facts) : undefined;
    if (domain?.isOfParts === true && !domain.has(part.value))
      reporter.report(part.span, "neverInText", { why: domain.why });
  };
  const checkTimes = (argument: Expression, times: NonNullable<Constants["times"]>) => {
    const json = jsonAt(argument, known);
    for (const { name, value } of json?.kind === "object" ? namedMembers(json.members) : []) {
      const when = times.get(name);
      const problem = when && timeProblem(value, when, source);
      if (problem !== undefined) reporter.report(value.span, "claimTime", { name, problem });
    }
  };
  return {
    expression(inner) {
      if (inner.kind !== "call") return;
      const definition = functions.get(inner.name);
      checkPart(inner.arguments, definition);
      for (const [index, argument] of inner.arguments.entries()) {
        const takes = definition && parameterAt(definition, index)?.takes;
        if (typeof takes === "object" && takes.times !== undefined) checkTimes(argument, takes.times);
        if (takes === "array") checkArray(inner.name, argument);
        else if (takes === "one" && typeOf(argument) === "array")
          reporter.report(argument.span, "lengthOfArray", { array: textOf(argument.span) });
        else if (takes === "items" && typeOfPath(argument, known) === "array")
          reporter.report(argument.span, "itemsArgument", { name: inner.name, array: textOf(argument.span) });
      }
    },
  };
};

const namedMembers = (members: readonly JsonMember[]) =>
  allMembers(members).flatMap((member) =>
    member.kind === "member" && typeof member.name === "string"
      ? [{ name: member.name, value: member.value }]
      : [],
  );

/** How a point in time is written that is none in seconds since 1970. */
function timeProblem(
  value: JsonNode,
  when: "past" | "to come",
  source: (expression: Expression) => Expression,
): TimeProblem | undefined {
  if (value.kind === "constant") {
    if (typeof value.value === "string") return "text";
    if (typeof value.value !== "number" || value.value === 0) return undefined;
    if (value.value >= leastMilliseconds) return "milliseconds";
    return value.value < leastSeconds ? "from now" : undefined;
  }
  const [only, ...others] = value.kind === "expression" ? value.value.operands : [];
  if (only === undefined || others.length > 0) return undefined;
  const time = source(only);
  if (isClock(time)) return when === "to come" ? "over" : undefined;
  return someExpression(time, (inner) => isInMilliseconds(source(inner), source))
    ? "milliseconds"
    : undefined;
}

const leastSeconds = 1e9;
const leastMilliseconds = 1e11;

/** Tells whether a call returns the time of day. */
const isClock = (expression: Expression): boolean => {
  const { isNew, returns } = (expression.kind === "call" && functions.get(expression.name)) || {};
  return isNew === true && returns === "number";
};

/** The time of day, or what is made of it, times 1000. */
function isInMilliseconds(expression: Expression, source: (one: Expression) => Expression): boolean {
  if (expression.kind !== "binary" || expression.operator !== "*") return false;
  const { left, right } = expression;
  const isOfClock = (one: Expression) => someExpression(one, (inner) => isClock(source(inner)));
  const isThousand = (one: Expression) => one.kind === "number" && one.value === 1000;
  return (isThousand(left) && isOfClock(right)) || (isThousand(right) && isOfClock(left));
}

const described: ReadonlyMap<NodeType, string> = new Map([
  ["object", "an object"],
  ["string", "a text"],
  ["number", "a number"],
  ["boolean", "a boolean"],
  ["true", "a boolean"],
]);
