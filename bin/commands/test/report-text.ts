import { diffLines } from "diff";
import { failedAssertions, type Outcome, unmet } from "../../shared/testing/outcome.js";
import { escapedLine } from "../../shared/visible-lines.js";

const colours = { bold: 1, dim: 2, red: 31, green: 32, cyan: 36 } as const;

type Paint = (name: keyof typeof colours, text: string) => string;

export const painter =
  (colour: boolean): Paint =>
  (name, text) =>
    colour && text !== "" ? `\u001b[${colours[name]}m${text}\u001b[0m` : text;

/** A test for people: a line if it passed, and everything that helps to mend it if it did not. */
export function textResult(outcome: Outcome, paint: Paint): string {
  const { isOk, path, request, duration, assertions } = outcome;
  const mark = isOk ? paint("green", "✓") : paint("red", "✗");
  const counted = `${assertions.length} assertion${assertions.length === 1 ? "" : "s"}`;
  const about = [
    ...(request === undefined ? [] : [escapedLine(request)]),
    counted,
    `${Math.round(duration)} ms`,
  ];
  const head = `${mark} ${paint("bold", escapedLine(path))} ${paint("dim", about.join(", "))}\n`;
  return isOk ? head + indented(unmet(outcome).map(escapedLine)) : `${head}${details(outcome, paint)}\n`;
}

function details(outcome: Outcome, paint: Paint): string {
  const { problem, events, trace } = outcome;
  const failed = failedAssertions(outcome).flatMap(({ place, expression, message, failure }) => [
    `${paint("bold", escapedLine(place))} ${message === undefined ? paint("cyan", escapedLine(expression)) : escapedLine(message)}: ${escapedLine(failure?.why ?? "")}`,
    ...(message === undefined ? [] : [`  ${paint("cyan", escapedLine(expression))}`]),
    ...difference(failure?.expected, failure?.actual, paint).map((line) => `  ${line}`),
  ]);
  const lines = [
    ...failed,
    ...(problem === undefined ? [] : [escapedLine(problem)]),
    ...unmet(outcome).map(escapedLine),
    ...(events.length === 0
      ? []
      : ["logged meanwhile:", ...events.map((event) => `  ${escapedLine(event)}`)]),
    ...trace.map((line) => paint("dim", escapedLine(line))),
  ];
  return indented(lines);
}

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join("");

/** Two values, or what differs between them where they have several lines. */
function difference(
  expected: string | undefined,
  actual: string | undefined,
  paint: Paint,
): readonly string[] {
  const isLong = [expected, actual].some((text) => text?.trimEnd().includes("\n"));
  if (expected === undefined || actual === undefined || !isLong)
    return [
      ...(expected === undefined ? [] : [paint("green", `expected: ${escapedLine(expected)}`)]),
      ...(actual === undefined ? [] : [paint("red", `actual:   ${escapedLine(actual)}`)]),
    ];
  return diffLines(ended(expected), ended(actual)).flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, "")
      .split("\n")
      .map((line) =>
        added
          ? paint("red", `+ ${escapedLine(line)}`)
          : removed
            ? paint("green", `- ${escapedLine(line)}`)
            : `  ${escapedLine(line)}`,
      ),
  );
}

const ended = (text: string): string => (text.endsWith("\n") ? text : `${text}\n`);

/** How many tests passed and failed. */
export function textSummary(outcomes: readonly Outcome[], milliseconds: number, paint: Paint): string {
  const failed = outcomes.filter(({ isOk }) => !isOk).length;
  const passed = paint("green", `${outcomes.length - failed} passed`);
  const counts = failed === 0 ? passed : `${paint("red", `${failed} failed`)}, ${passed}`;
  return `${counts} in ${(milliseconds / 1000).toFixed(1)} s\n`;
}
