import type { TextReader } from "../base/text-reader.js";
import { PatternError } from "./syntax.js";

/** The flags in force at some place of a pattern. */
export class Flags {
  private constructor(
    readonly anyCase: boolean,
    readonly multiline: boolean,
    readonly dotAll: boolean,
    readonly extended: boolean,
    readonly ungreedy: boolean,
  ) {}

  /** @throws PatternError for letters other than `imsx` */
  static of(modifiers: string): Flags {
    const unknown = [...modifiers].find((letter) => !"imsx".includes(letter));
    if (unknown !== undefined) throw new PatternError(`there is no modifier ${unknown}, only i, m, s and x`);
    const has = (letter: string) => modifiers.includes(letter);
    return new Flags(has("i"), has("m"), has("s"), has("x"), false);
  }

  with(on: string, off: string): Flags {
    const value = (letter: string, before: boolean) =>
      !off.includes(letter) && (on.includes(letter) || before);
    return new Flags(
      value("i", this.anyCase),
      value("m", this.multiline),
      value("s", this.dotAll),
      value("x", this.extended),
      value("U", this.ungreedy),
    );
  }
}

/** Reads flags behind `(?`: their letters, and whether a group follows, or they hold for the rest. */
export function inlineFlags(reader: TextReader, before: Flags): { flags: Flags; isGroup: boolean } {
  const found = reader.match(/([a-zA-Z]*)(?:-([a-zA-Z]*))?([:)])/y);
  if (found === undefined) throw new PatternError(`(?${reader.next ?? ""} starts nothing that is known`);
  const [, on = "", off = "", end] = found;
  const unknown = /[^imsxU ]|xx/.exec(`${on} ${off}`)?.[0];
  if (unknown !== undefined) throw new PatternError(`the flag ${unknown} has no counterpart`);
  return { flags: before.with(on, off), isGroup: end === ":" };
}
