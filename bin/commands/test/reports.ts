import type { Output } from "../../shared/surroundings.js";
import type { Outcome } from "./outcome.js";
import { tapPlan, tapResult, tapSummary } from "./report-tap.js";
import { painter, textResult, textSummary } from "./report-text.js";

/** Writes results to standard output as they come. */
export class Reports {
  readonly #paint;
  #isPlanned = false;

  constructor(
    private readonly format: "text" | "tap",
    private readonly output: Output,
  ) {
    this.#paint = painter(output.resultColour ?? false);
  }

  /** @param all how many tests there are */
  outcome(outcome: Outcome, number: number, all: number): void {
    const { stdout } = this.output;
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
    stdout(this.format === "tap" ? tapSummary(outcomes) : textSummary(outcomes, milliseconds, this.#paint));
  }
}
