import { type Finding, renderJson, renderText } from "../../../compiler/diagnostics/render.js";
import { asDocument } from "../../shared/json-format.js";
import type { Output } from "../../shared/surroundings.js";
import type { Outcome } from "../../shared/testing/outcome.js";
import { tapPlan, tapResult, tapSummary } from "./report-tap.js";
import { painter, textResult, textSummary } from "./report-text.js";

export type TestFormat = "text" | "tap" | "json";

/** Writes results to standard output as they come. */
export class Reports {
  readonly #paint;
  #isPlanned = false;
  #diagnostics: readonly unknown[] = [];

  constructor(
    private readonly format: TestFormat,
    private readonly output: Output,
  ) {
    this.#paint = painter(output.resultColour ?? false);
  }

  /** Findings in flows and tests: on standard error, but in the document where the results are one. */
  findings(found: readonly Finding[], directory: string): void {
    if (this.format === "json") this.#diagnostics = JSON.parse(renderJson(found, { directory })).diagnostics;
    else this.output.stderr(renderText(found, { directory, colour: this.output.colour }));
  }

  /** The flows have errors, so that no test has run. */
  failed(): void {
    if (this.format === "json") this.output.stdout(this.#document([], 0));
  }

  /** @param all how many tests there are */
  outcome(outcome: Outcome, number: number, all: number): void {
    const { stdout } = this.output;
    if (this.format === "json") return;
    if (this.format === "text") {
      stdout(textResult(outcome, this.#paint));
      return;
    }
    if (!this.#isPlanned) stdout(tapPlan(all));
    this.#isPlanned = true;
    stdout(tapResult(outcome, number));
  }

  summary(outcomes: readonly Outcome[], milliseconds: number): void {
    const { stdout } = this.output;
    const summaries = {
      text: () => textSummary(outcomes, milliseconds, this.#paint),
      tap: () => tapSummary(outcomes),
      json: () => this.#document(outcomes, milliseconds),
    };
    stdout(summaries[this.format]());
  }

  /** docs/commands/test.schema.json says what is in it. */
  #document(outcomes: readonly Outcome[], milliseconds: number): string {
    const passed = outcomes.filter(({ isOk }) => isOk).length;
    return asDocument({
      passed,
      failed: outcomes.length - passed,
      milliseconds: Math.round(milliseconds),
      tests: outcomes.map(documented),
      diagnostics: this.#diagnostics,
    });
  }
}

const documented = ({ path, isOk, duration, request, problem, assertions, ...rest }: Outcome) => ({
  path,
  ok: isOk,
  milliseconds: Math.round(duration),
  request: request ?? null,
  problem: problem ?? null,
  assertions: assertions.map(({ isOk, place, expression, message, failure }) => ({
    ok: isOk,
    place,
    expression,
    message: message ?? null,
    ...failure,
  })),
  unanswered: rest.unanswered,
  unasked: rest.unasked,
  events: rest.events,
  trace: rest.trace,
});
