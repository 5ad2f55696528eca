/** Milliseconds between two lines of the log about what could not be sent. */
const pause = 60_000;

/** Says in the log what could not be sent: the first loss at once, and then those of a minute in one line. */
export class LossReport {
  #reportedAt = Number.NEGATIVE_INFINITY;
  #since = 0;

  constructor(private readonly report: (message: string) => void) {}

  lost(what: string, reason: string): void {
    const now = performance.now();
    if (now - this.#reportedAt < pause) {
      this.#since++;
      return;
    }
    const more = this.#since === 0 ? "" : ` It is the same with ${this.#since} attempts before.`;
    this.#reportedAt = now;
    this.#since = 0;
    this.report(`OpenTelemetry could not send ${what}: ${reason}.${more}`);
  }
}
