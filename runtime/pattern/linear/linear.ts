import { MatcherInput, RE2JS } from "re2js";
import { keep } from "../../base/bounded-cache.js";
import { spend } from "../../base/work.js";
import type { Match, Pattern } from "../bounded-pattern.js";
import type { LinearForm } from "../linear-form.js";

/** Which engine matches a text. */
export type Engine = "native" | "linear";

/**
 * Steps of the engine for each character. Each step costs some time for each instruction of the pattern that may be
 * next.
 */
const stepsPerCharacter = 4;
/** Steps for each match. */
const stepsPerMatch = 100;
/** Steps for a text of the greatest length that JavaScript's engine gets: those for any, and for each character. */
const stepsOfNative = 400;
const nativeStepsPerCharacter = 20;

/**
 * A pattern that may take JavaScript's engine more than linear time. Longer texts go to an engine with linear time,
 * with the same results.
 */
export class LinearPattern implements Pattern {
  #compiled: RE2JS | undefined;

  /**
   * @param native with the flag `g`, unless the pattern is only tested
   * @param source the same in RE2; what groups named `end…` take is behind the end of a match
   * @param nativeLength JavaScript's engine gets texts of up to so many UTF-16 units
   */
  constructor(
    private readonly native: RegExp,
    private readonly source: string,
    private readonly nativeLength: number,
  ) {}

  engineFor(text: string): Engine {
    return text.length <= this.nativeLength ? "native" : "linear";
  }

  test(text: string): boolean {
    if (this.#isNative(text)) return text.search(this.native) >= 0;
    return this.#started(text.length).test(text);
  }

  [Symbol.search](text: string): number {
    if (this.#isNative(text)) return text.search(this.native);
    const matcher = this.#started(text.length).matcher(text);
    return matcher.find() ? matcher.start() : -1;
  }

  [Symbol.replace](text: string, replacement: string): string {
    if (this.#isNative(text)) return text.replace(this.native, replacement);
    let replaced = "";
    let from = 0;
    for (const { index, end, group } of this.#matches(text)) {
      const match = text.slice(index, end);
      replaced += text.slice(from, index) + expanded(replacement, match, group);
      from = end;
    }
    return replaced + text.slice(from);
  }

  *[Symbol.matchAll](text: string): Iterable<Match> {
    if (this.#isNative(text)) yield* text.matchAll(this.native);
    else for (const { index, end } of this.#matches(text)) yield { 0: text.slice(index, end), index };
  }

  *#matches(text: string): Iterable<Found> {
    const read = new ReadText(text);
    const matcher = this.#started(0).matcher(MatcherInput.utf16(read));
    const ends = Object.entries(matcher.namedGroups);
    const added = new Set(ends.map(([, number]) => number));
    /** The numbers of the pattern's own groups. */
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, number) => number).filter(
      (number) => !added.has(number),
    );
    for (let at = 0; at <= text.length; ) {
      read.furthest = at;
      const isFound = matcher.find(at);
      // A search may read far beyond the end of its match, and the next one again.
      this.#started(read.furthest - at);
      if (!isFound) return;
      spend(stepsPerMatch);
      const index = matcher.start();
      const marks = ends.map(([name]) => matcher.start(name)).filter((start) => start >= 0);
      const end = Math.min(matcher.end(), ...marks);
      yield { index, end, group: (number) => matcher.group(groups[number] ?? 0) ?? "" };
      at = end > index ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
    }
  }

  /** @throws WorkLimitError */
  #isNative(text: string): boolean {
    if (this.engineFor(text) !== "native") return false;
    const steps = stepsOfNative + this.nativeLength * nativeStepsPerCharacter;
    spend((text.length / Math.max(1, this.nativeLength)) ** 2 * steps);
    return true;
  }

  /**
   * The compiled pattern, for reading so many characters.
   * @throws WorkLimitError
   */
  #started(length: number): RE2JS {
    this.#compiled ??= RE2JS.compile(this.source);
    spend(length * (stepsPerCharacter + (this.#compiled.programSize() >> 2)));
    return this.#compiled;
  }
}

/** A text that knows how far it has been read. */
class ReadText extends String {
  furthest = 0;

  override charCodeAt(index: number): number {
    if (index > this.furthest) this.furthest = index;
    return super.charCodeAt(index);
  }
}

interface Found {
  readonly index: number;
  readonly end: number;
  /** Returns the text that the group with that number captured; numbers begin at 1. */
  readonly group: (number: number) => string;
}

/** The replacement of a match. `replacement()` made it: it has `$$`, `$&`, and groups with one digit or two. */
function expanded(replacement: string, match: string, group: Found["group"]): string {
  return replacement.replace(/\$(?:([$&])|(\d{1,2}))/g, (_, mark?: string, number?: string) => {
    if (mark !== undefined) return mark === "$" ? "$" : match;
    return group(Number(number));
  });
}

/** How many patterns are kept. */
const maxKept = 200;

const kept = new Map<string, LinearPattern>();

/** The pattern. It is compiled once, when a text is too long for JavaScript's engine. */
export function linear(native: RegExp, source: string, nativeLength: number): LinearPattern {
  const key = `${native}${source}`;
  return kept.get(key) ?? keep(kept, maxKept, key, new LinearPattern(native, source, nativeLength));
}

/** The form, if the linear engine accepts it. That engine knows fewer scripts than JavaScript. */
export function accepted(form: LinearForm | undefined): LinearForm | undefined {
  if (form === undefined) return undefined;
  try {
    RE2JS.compile(form.source);
    return form;
  } catch {
    return undefined;
  }
}
