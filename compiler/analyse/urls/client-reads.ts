import type { Expression } from "../../syntax/xpath.js";

/**
 * The path to what a client has sent: `request/get/id`, `body/json/id`; `undefined` for anything else. Predicates choose
 * among what is there, and so may let only some of it through.
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

/** Of `$request`: what is one text. Its ID and its method are the engine's; its port has digits only. */
const singleTexts: ReadonlySet<string> = new Set(["endpoint", "host", "path", "query", "url"]);

/** Of `$request`: what has a text for each name. */
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
