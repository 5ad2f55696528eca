import type { DecimalFormat } from "./decimal-format.js";

/** A picture of `format-number()`, for numbers of one sign. */
export interface Picture {
  readonly prefix: string;
  readonly suffix: string;
  /** The factor of the number: 1, 100 for per cent, 1000 for per mille. */
  readonly multiplier: number;
  readonly minInteger: number;
  readonly minFraction: number;
  readonly maxFraction: number;
  /** How many digits stand between two grouping separators; 0 if there are none. */
  readonly group: number;
  /** True if the decimal separator is written even if no digit follows. */
  readonly hasSeparator: boolean;
  /** True if the minus sign is written before the prefix. */
  readonly hasSign: boolean;
}

/** The picture that libxslt uses in place of a malformed one. */
const fallback: Picture = {
  prefix: "",
  suffix: "",
  multiplier: 1,
  minInteger: 1,
  minFraction: 1,
  maxFraction: 5,
  group: 0,
  hasSeparator: true,
  hasSign: false,
};

/** The picture for numbers of a sign, or the fallback if the text is malformed. */
export function pictureOf(text: string, format: DecimalFormat, isNegative: boolean): Picture {
  try {
    return new PictureReader(text, format).read(isNegative);
  } catch (error) {
    if (error instanceof MalformedPicture) return { ...fallback, hasSign: isNegative };
    throw error;
  }
}

class MalformedPicture extends Error {}

/** Always the same: noting where it is thrown takes longer than all else, and nobody asks. */
const malformed = new MalformedPicture();

/**
 * Reads the pictures of the class DecimalFormat of JDK 1.1, as libxslt understands them. A quote is for the one
 * character behind it. A sign for per cent or per mille that is the last one of the number belongs to the suffix.
 */
class PictureReader {
  readonly #characters: readonly string[];
  #next = 0;
  #multiplier = 1;
  #isMultiplied = false;

  constructor(
    text: string,
    private readonly format: DecimalFormat,
  ) {
    this.#characters = [...text];
  }

  read(isNegative: boolean): Picture {
    const { format } = this;
    const prefix = this.#affix();
    const number = this.#number();
    const suffix = this.#affix();
    if (!this.#atEnd && this.#current !== format.patternSeparator) this.#fail();
    const picture = { ...number, multiplier: this.#multiplier, prefix, suffix, hasSign: false };
    if (!isNegative) return picture;
    const separatorAt = this.#characters.indexOf(format.patternSeparator);
    return separatorAt < 0 ? { ...picture, hasSign: true } : this.#negative(picture, separatorAt + 1);
  }

  /** Of the second subpicture, only the prefix, the suffix and the multiplier count. */
  #negative(positive: Picture, start: number): Picture {
    this.#next = start;
    this.#isMultiplied = false;
    const prefix = this.#affix();
    let isLastMultiplier = false;
    for (; !this.#atEnd; this.#next++) {
      if (this.#currentMultiplier !== undefined) {
        if (this.#isMultiplied) this.#fail();
        this.#isMultiplied = true;
        isLastMultiplier = true;
      } else if (this.#isSpecial) isLastMultiplier = false;
      else break;
    }
    if (isLastMultiplier) {
      this.#isMultiplied = false;
      this.#next--;
    }
    const suffix = this.#affix();
    if (!this.#atEnd) this.#fail();
    return { ...positive, prefix, suffix, multiplier: this.#multiplier };
  }

  /** Takes a prefix or suffix: all up to the first special character that is not quoted. */
  #affix(): string {
    let text = "";
    for (; !this.#atEnd; this.#next++) {
      if (this.#current === "'") {
        this.#next++;
        if (this.#atEnd) this.#fail();
      } else if (this.#isSpecial) break;
      else if (this.#currentMultiplier !== undefined) this.#multiply(this.#currentMultiplier);
      text += this.#current;
    }
    return text;
  }

  #number(): Omit<Picture, "prefix" | "suffix" | "multiplier" | "hasSign"> {
    const { format } = this;
    const integer = this.#integer();
    const hasSeparator = this.#current === format.decimalSeparator;
    if (hasSeparator) this.#next++;
    const { required, optional } = this.#fraction();
    // A sign behind the last digit is in the suffix.
    if (this.#pending !== undefined) this.#next--;
    this.#pending = undefined;
    const isShort = integer.required + integer.optional + required === 0 && optional > 0;
    return {
      minInteger: integer.required,
      group: integer.group,
      hasSeparator,
      minFraction: isShort ? 1 : required,
      maxFraction: required + optional,
    };
  }

  /** The multiplier of a sign that was read last; whether it is in the suffix shows later. */
  #pending: number | undefined;

  #integer() {
    const { format } = this;
    let [required, optional, group] = [0, 0, -1];
    for (; !this.#atEnd; this.#next++) {
      const current = this.#current;
      if (current === format.decimalSeparator || current === format.patternSeparator) break;
      this.#applyPending();
      if (current === format.digit || current === format.zeroDigit) {
        if (current === format.zeroDigit) required++;
        else if (required > 0) this.#fail();
        else optional++;
        if (group >= 0) group++;
      } else if (current === format.groupingSeparator) group = 0;
      else if (!this.#takeMultiplier()) break;
    }
    return { required, optional, group: Math.max(group, 0) };
  }

  #fraction() {
    const { format } = this;
    let [required, optional] = [0, 0];
    for (; !this.#atEnd; this.#next++) {
      const current = this.#current;
      if (this.#takeMultiplier()) continue;
      if (current === format.zeroDigit) {
        if (optional > 0) this.#fail();
        required++;
      } else if (current === format.digit) optional++;
      else if (current !== format.groupingSeparator) break;
      this.#applyPending();
    }
    return { required, optional };
  }

  #takeMultiplier(): boolean {
    const multiplier = this.#currentMultiplier;
    if (multiplier === undefined) return false;
    if (this.#isMultiplied) this.#fail();
    this.#pending = multiplier;
    return true;
  }

  #applyPending(): void {
    if (this.#pending !== undefined) this.#multiply(this.#pending);
    this.#pending = undefined;
  }

  #multiply(multiplier: number): void {
    if (this.#isMultiplied) this.#fail();
    this.#multiplier = multiplier;
    this.#isMultiplied = true;
  }

  get #atEnd(): boolean {
    return this.#next >= this.#characters.length;
  }

  get #current(): string | undefined {
    return this.#characters[this.#next];
  }

  get #currentMultiplier(): number | undefined {
    if (this.#current === this.format.percent) return 100;
    return this.#current === this.format.perMille ? 1000 : undefined;
  }

  get #isSpecial(): boolean {
    const { zeroDigit, digit, decimalSeparator, groupingSeparator, patternSeparator } = this.format;
    const current = this.#current;
    return [zeroDigit, digit, decimalSeparator, groupingSeparator, patternSeparator].some(
      (one) => one === current,
    );
  }

  #fail(): never {
    throw malformed;
  }
}
