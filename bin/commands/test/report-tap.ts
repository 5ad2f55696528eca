import { failedAssertions, type Outcome, unmet } from "../../shared/testing/outcome.js";
import { escapedLine } from "../../shared/visible-lines.js";

/** The plan of a run in the Test Anything Protocol. */
export const tapPlan = (count: number): string => `1..${count}\n`;

/** A test in the Test Anything Protocol, as the reference prints it, with comments for what failed or did not meet. */
export function tapResult(outcome: Outcome, number: number): string {
  const { path, isOk, assertions, problem, trace } = outcome;
  const head = `${isOk ? "ok" : "not ok"} ${number} ${escaped(escapedLine(path))}: ${assertions.length} assertions`;
  const lines = [
    ...failedAssertions(outcome).flatMap(({ place, expression, message, failure }) => [
      `${place}: ${message ?? expression}: ${failure?.why ?? ""}`,
      `  expression: ${expression}`,
      ...(failure?.expected === undefined ? [] : [`  expected: ${failure.expected}`]),
      ...(failure?.actual === undefined ? [] : [`  actual: ${failure.actual}`]),
    ]),
    ...(problem === undefined ? [] : [problem]),
    ...unmet(outcome),
    ...trace,
  ];
  return [
    head,
    ...lines.flatMap((line) => line.split("\n")).map((line) => `# ${escapedLine(line)}`),
    "",
  ].join("\n");
}

export function tapSummary(outcomes: readonly Outcome[]): string {
  const passed = outcomes.filter(({ isOk }) => isOk).length;
  return `passed: ${passed}, failed: ${outcomes.length - passed}\n`;
}

/** A number sign would begin a directive (TAP 14, "Escaping"). */
const escaped = (text: string): string => text.replace(/[\\#]/g, "\\$&");
