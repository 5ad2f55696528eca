import { functions } from "../../constructs/functions/index.js";
import type { Expression, Step } from "../../syntax/xpath.js";

/** A child step to what has a name that is data. */
interface NameTest {
  /** The name as written, the one without a prefix, or that of a member whose name is no XML name. */
  readonly of: "qualified" | "local" | "json-element";
  /** A string, or nodes: one of them has that name. */
  readonly key: Expression;
}

/** The step as `*[name() = $key]` or `json-element[@name = $key]`, the two sides in either order. */
export function nameTest({
  axis,
  test,
  predicates,
}: Pick<Step, "axis" | "test" | "predicates">): NameTest | undefined {
  const [only, ...rest] = predicates;
  if (axis !== "child" || rest.length > 0 || only?.kind !== "binary" || only.operator !== "=")
    return undefined;
  const isAny = test.kind === "any-name";
  const isJsonElement = test.kind === "name" && test.name === "json-element";
  for (const [side, key] of [
    [only.left, only.right],
    [only.right, only.left],
  ] as const) {
    const of = isAny ? nameOf(side) : isJsonElement && isNameAttribute(side) ? "json-element" : undefined;
    if (of !== undefined && (key.kind === "variable" || isFixed(key))) return { of, key };
  }
  return undefined;
}

/** Tells whether the key is a string or nodes, whatever variables hold, and the same for all children. */
export function isFixed(key: Expression): boolean {
  switch (key.kind) {
    case "literal":
      return true;
    case "path":
      return (
        typeof key.start !== "string" &&
        key.start.kind === "variable" &&
        key.steps.length > 0 &&
        key.steps.every(({ axis, predicates }) => axis === "child" && predicates.length === 0)
      );
    case "call": {
      const definition = functions.get(key.name);
      return (
        definition?.reads === "arguments" &&
        definition.returns === "string" &&
        definition.awaits !== true &&
        key.arguments.length > 0 &&
        key.arguments.every((each) => each.kind === "variable" || isFixed(each))
      );
    }
    default:
      return false;
  }
}

function nameOf(expression: Expression): "qualified" | "local" | undefined {
  if (expression.kind !== "call" || expression.arguments.length > 0) return undefined;
  const { needsNode } = functions.get(expression.name) ?? {};
  return needsNode === true ? undefined : needsNode;
}

function isNameAttribute(expression: Expression): boolean {
  if (expression.kind !== "path" || expression.start !== "context") return false;
  const [only, ...rest] = expression.steps;
  return (
    rest.length === 0 &&
    only?.axis === "attribute" &&
    only.predicates.length === 0 &&
    only.test.kind === "name" &&
    only.test.name === "name"
  );
}
