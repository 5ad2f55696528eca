import { escapedLine } from "../../shared/visible-lines.js";
import { failedAssertions, type Outcome } from "./outcome.js";

/** All tests as the XML that CI systems read, in the form of JUnit: a test case for each test. */
export function junitReport(outcomes: readonly Outcome[]): string {
  const failures = outcomes.filter(({ isOk }) => !isOk).length;
  const time = seconds(outcomes.reduce((sum, { duration }) => sum + duration, 0));
  const counts = attributes({ tests: outcomes.length, failures, errors: 0, time });
  const cases = outcomes.map(testCase).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite ${attributes({ name: "flows" })} ${counts}>\n${cases}  </testsuite>\n</testsuites>\n`;
}

function testCase(outcome: Outcome): string {
  const { path, isOk, duration, assertions, events } = outcome;
  const head = attributes({
    classname: path,
    name: path,
    file: path,
    assertions: assertions.length,
    time: seconds(duration),
  });
  if (isOk) return `    <testcase ${head}/>\n`;
  const failure = `      <failure ${attributes({ message: messageOf(outcome) })}>${escapedLines(textOf(outcome))}</failure>\n`;
  const log =
    events.length === 0 ? "" : `      <system-err>${escapedLines(events.join("\n"))}</system-err>\n`;
  return `    <testcase ${head}>\n${failure}${log}    </testcase>\n`;
}

function messageOf(outcome: Outcome): string {
  const [first] = failedAssertions(outcome);
  return first === undefined
    ? (outcome.problem ?? "")
    : `${first.place}: ${first.message ?? first.expression}: ${first.failure?.why ?? ""}`;
}

function textOf(outcome: Outcome): string {
  const { problem, unanswered, trace } = outcome;
  return [
    ...failedAssertions(outcome).flatMap(({ place, expression, message, failure }) => [
      `${place}: ${message ?? ""}`,
      `expression: ${expression}`,
      `expected: ${failure?.expected ?? ""}`,
      `actual: ${failure?.actual ?? ""}`,
      "",
    ]),
    ...(problem === undefined ? [] : [problem]),
    ...unanswered.map((request) => `no backend flow answered ${request}`),
    ...trace,
  ].join("\n");
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

export const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(" ");

const escaped = (text: string): string =>
  escapedLine(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

export const escapedLines = (text: string): string => text.split("\n").map(escaped).join("\n");
