/** When a breaker opens, and for how long. */
export interface BreakerRules {
  /** The share of failures that opens it, from 0 to 1. */
  readonly share: number;
  /** How many requests are looked at. */
  readonly of: number;
  /** Seconds until one request may try whether the system is well again. */
  readonly rest: number;
}

/** Keeps requests from a system that fails. It is open or closed; in between, one request probes the system. */
export class Breaker {
  /** The latest outcomes, in a ring: true for a failure. */
  readonly #failed: boolean[] = [];
  #next = 0;
  #failures = 0;
  #openUntil: number | undefined;
  #isProbed = false;

  /** @param told gets to know when it opens and when it closes */
  constructor(
    private readonly rules: BreakerRules,
    private readonly told: (isOpen: boolean) => void,
  ) {}

  get isOpen(): boolean {
    return this.#openUntil !== undefined;
  }

  /** Returns whether a request may be sent; "probe" for the one that tries the system. */
  admit(): boolean | "probe" {
    if (this.#openUntil === undefined) return true;
    if (this.#isProbed || performance.now() < this.#openUntil) return false;
    this.#isProbed = true;
    return "probe";
  }

  /** @param isOk `undefined` if the outcome says nothing about the system */
  settle(isOk: boolean | undefined, isProbe: boolean): void {
    if (isProbe) {
      this.#isProbed = false;
      if (isOk === true) this.#close();
      else if (isOk === false) this.#openUntil = performance.now() + this.rules.rest * 1000;
    } else if (isOk !== undefined && !this.isOpen) this.#count(!isOk);
  }

  #count(isFailure: boolean): void {
    const { of, share, rest } = this.rules;
    this.#failures += Number(isFailure) - Number(this.#failed[this.#next] ?? false);
    this.#failed[this.#next] = isFailure;
    this.#next = (this.#next + 1) % of;
    if (this.#failed.length < of || this.#failures < share * of) return;
    this.#openUntil = performance.now() + rest * 1000;
    this.told(true);
  }

  #close(): void {
    this.#openUntil = undefined;
    this.#failed.length = 0;
    this.#next = 0;
    this.#failures = 0;
    this.told(false);
  }
}
