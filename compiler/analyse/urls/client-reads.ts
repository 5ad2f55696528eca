import type { Expression } from "../../syntax/xpath.js";

/**
 * The path of a value that the client has sent: `request/get/id`, `body/json/id`; `undefined` for anything
 * else. Steps with predicates do not count, because they may let only some values through.
 */
export function clientPath(
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
