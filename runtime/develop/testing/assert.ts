import { writeJson } from "../../data/json/long-integers.js";
import { isArray, isObject, type JsonObject, type JsonValue, type Value } from "../../data/model/values.js";
import type { Context } from "../../request/context.js";
import { resolvePath } from "../../request/locations/resolve-path.js";
import { compareGolden, compareLiteral, compareText, goldenText, pretty } from "./compare-values.js";
import { type AssertionFailure, type TestRun, testOf } from "./test-run.js";

/** The function that computes an expression of a test, and one place for each of its occurrences. */
export type Asserted = readonly [value: () => Value | Promise<Value>, ...places: string[]];

/**
 * The `assert` action: notes whether expressions yield what a test says, and goes on.
 * @param assertions an array of arrays: the expression as text, what it should yield, and what that means
 * @param expressions by their texts
 */
export async function assert(
  $: Context,
  assertions: JsonValue,
  expressions: ReadonlyMap<string, Asserted>,
): Promise<void> {
  const run = testOf($);
  const seen = new Map<string, number>();
  for (const assertion of isArray(assertions) ? assertions : []) {
    const [expression, expected = true, message] = isArray(assertion) ? assertion : [];
    const text = typeof expression === "string" ? expression : writeJson(expression ?? assertion);
    const asserted = expressions.get(text);
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    const failure =
      asserted === undefined
        ? { why: "the expression is not written in the test", expected: undefined, actual: undefined }
        : compare(await asserted[0](), expected, run);
    run.assertions.push({
      isOk: failure === undefined,
      place: placeOf(asserted, times) ?? run.path,
      expression: text,
      message: typeof message === "string" ? message : undefined,
      failure,
      requests: run.requests.length,
    });
  }
}

/** In a loop, an expression comes more often than it is written. */
function placeOf(asserted: Asserted | undefined, times: number): string | undefined {
  const [, ...places] = asserted ?? [undefined];
  return places[Math.min(times, places.length) - 1];
}

function compare(actual: Value, expected: JsonValue, run: TestRun): AssertionFailure | undefined {
  if (!isObject(expected)) return compareLiteral(actual, expected);
  for (const how of ["contains", "pattern"] as const) {
    const text = expected[how];
    if (typeof text !== "string") continue;
    const failure = compareText(actual, how, text);
    if (failure !== undefined) return failure;
  }
  return typeof expected.file === "string" ? compareFile(actual, expected, expected.file, run) : undefined;
}

function withUpdate(failure: AssertionFailure | undefined, path: string): AssertionFailure | undefined {
  return (
    failure && { ...failure, why: `${failure.why}; if the result is right, --update writes it to ${path}` }
  );
}

function compareFile(
  actual: Value,
  { mode: asked }: JsonObject,
  file: string,
  run: TestRun,
): AssertionFailure | undefined {
  const mode = asked === "json" ? "json" : "text";
  const path = resolvePath(run.path, file);
  if (path === undefined)
    return { why: `${file} is outside the flow directory`, expected: undefined, actual: undefined };
  const golden = run.options.readFile(path);
  const failure =
    golden === undefined
      ? {
          why: `there is no file ${path}; --update writes it`,
          expected: undefined,
          actual: goldenText(actual, mode),
        }
      : withUpdate(compareGolden(actual, golden, mode), path);
  if (failure === undefined || !run.options.updates) return failure;
  const text = goldenText(actual, mode);
  run.updates.push({ path, text: mode === "json" ? `${pretty(text)}\n` : text });
  return undefined;
}
