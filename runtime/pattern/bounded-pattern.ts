import { spend } from "../base/work.js";

/** Matches as a regular expression does. */
export interface Pattern {
  test(text: string): boolean;
  [Symbol.search](text: string): number;
  /** Replaces all matches, one after the other. */
  [Symbol.replace](text: string, replacement: string): string;
  [Symbol.matchAll](text: string): Iterable<Match>;
}

/** The text of a match, and where it begins. */
export interface Match {
  readonly 0: string;
  readonly index?: number;
}

/** Steps for a text of the greatest length, which JavaScript's engine may look at ten million times. */
const stepsOfLongest = 400_000;

/**
 * A regular expression for short texts only. Its cost may grow faster than the text, and no engine with linear time
 * takes it. A longer text does not match; `onRefusal` gets its length.
 */
export class BoundedPattern implements Pattern {
  /** @param longest how many UTF-16 units a text may have */
  constructor(
    private readonly regexp: RegExp,
    private readonly longest: number,
    private readonly onRefusal?: (length: number, longest: number) => void,
  ) {}

  /**
   * Returns true if the text is too long, which is reported.
   * @throws WorkLimitError
   */
  refuses(text: string): boolean {
    if (text.length <= this.longest) {
      spend(1 + (text.length / Math.max(1, this.longest)) ** 2 * stepsOfLongest);
      return false;
    }
    this.onRefusal?.(text.length, this.longest);
    return true;
  }

  test(text: string): boolean {
    return !this.refuses(text) && text.search(this.regexp) >= 0;
  }

  [Symbol.search](text: string): number {
    return this.refuses(text) ? -1 : text.search(this.regexp);
  }

  [Symbol.replace](text: string, replacement: string): string {
    return this.refuses(text) ? "" : text.replace(this.regexp, replacement);
  }

  [Symbol.matchAll](text: string): Iterable<Match> {
    return this.refuses(text) ? [] : text.matchAll(this.regexp);
  }
}
