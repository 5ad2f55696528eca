import { junitCase, junitDocument, junitElement } from "../../shared/junit.js";
import { failedAssertions, type Outcome, unmet } from "../../shared/testing/outcome.js";

/** All tests as the XML that CI systems read, in the form of JUnit: a test case for each test. */
export function junitReport(outcomes: readonly Outcome[]): string {
  const failures = outcomes.filter(({ isOk }) => !isOk).length;
  const time = seconds(outcomes.reduce((sum, { duration }) => sum + duration, 0));
  return junitDocument(
    "flows",
    { tests: outcomes.length, failures, errors: 0, time },
    outcomes.map(testCase),
  );
}

function testCase(outcome: Outcome): string {
  const { path, isOk, duration, assertions, events } = outcome;
  const time = seconds(duration);
  const head = { classname: path, name: path, file: path, assertions: assertions.length, time };
  const overlooked = unmet(outcome);
  if (isOk)
    return junitCase(
      head,
      ...(overlooked.length === 0 ? [] : [junitElement("system-out", {}, overlooked.join("\n"))]),
    );
  const failure = junitElement("failure", { message: messageOf(outcome) }, textOf(outcome));
  const log = events.length === 0 ? [] : [junitElement("system-err", {}, events.join("\n"))];
  return junitCase(head, failure, ...log);
}

function messageOf(outcome: Outcome): string {
  const [first] = failedAssertions(outcome);
  return first === undefined
    ? (outcome.problem ?? "")
    : `${first.place}: ${first.message ?? first.expression}: ${first.failure?.why ?? ""}`;
}

function textOf(outcome: Outcome): string {
  const { problem, trace } = outcome;
  return [
    ...failedAssertions(outcome).flatMap(({ place, expression, message, failure }) => [
      `${place}: ${message ?? ""}`,
      `expression: ${expression}`,
      `expected: ${failure?.expected ?? ""}`,
      `actual: ${failure?.actual ?? ""}`,
      "",
    ]),
    ...(problem === undefined ? [] : [problem]),
    ...unmet(outcome),
    ...trace,
  ].join("\n");
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);
