import { keptVariables, ownString, processVariable } from "./environment-variables.js";

/** The texts that may be written for a setting. */
export interface Kind<T> {
  /** In words that follow "must be". */
  readonly allowed: string;
  /** `undefined` for anything else. */
  read(text: string): T | undefined;
  /** True if the text may hold a secret. */
  readonly isSecret?: boolean;
}

/** A setting has a value that it must not have. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/**
 * One setting. Strings among the bindings of the platform win over variables of the process; an empty text counts as not
 * set.
 */
export class Setting<T> {
  /** The text that was read last, and its value: an app has one. */
  #last: { readonly text: string; readonly value: T } | undefined;
  /** The value by the variables that were kept, and these. */
  #kept: T;
  #keptIn: ReadonlyMap<string, string> | undefined;

  /**
   * @param names of the variables; the first one that is set counts
   * @param otherwise the value if none is
   * @param isFixed true if a process keeps the value that it was started with
   */
  constructor(
    readonly names: readonly string[],
    readonly kind: Kind<T>,
    readonly otherwise: T,
    readonly isFixed: boolean,
  ) {
    this.#kept = otherwise;
  }

  /** @throws SettingError */
  of(bindings: unknown): T {
    const kept = keptVariables();
    if (kept === undefined) return this.#in(bindings);
    // The process belongs to the app, and its server has no variables among the bindings.
    if (this.#keptIn !== kept) {
      this.#kept = this.#in(undefined);
      this.#keptIn = kept;
    }
    return this.#kept;
  }

  #in(bindings: unknown): T {
    const text = this.#textIn(bindings);
    if (text === undefined) return this.otherwise;
    if (text !== this.#last?.text) this.#last = { text, value: this.#read(text, bindings) };
    return this.#last.value;
  }

  #textIn(bindings: unknown): string | undefined {
    for (const name of this.names) {
      const own = ownString(bindings, name);
      if (own) return own;
    }
    for (const name of this.names) {
      const text = processVariable(name);
      if (text) return text;
    }
    return undefined;
  }

  #read(text: string, bindings: unknown): T {
    const { allowed, isSecret, read } = this.kind;
    const value = read(text);
    if (value !== undefined) return value;
    const isSet = (name: string) => (ownString(bindings, name) || processVariable(name)) === text;
    const shown = isSecret ? "" : `, not ${JSON.stringify(text.slice(0, 100))}`;
    throw new SettingError(`${this.names.find(isSet) ?? this.names[0]} must be ${allowed}${shown}`);
  }
}

const number = /^(\d+(?:\.\d+)?|\.\d+)\s*([a-z]*)$/i;

/** The number that a text begins with, times what its unit stands for. */
function quantity(text: string, units: ReadonlyMap<string, number>): number {
  const [, digits, unit = ""] = number.exec(text.trim()) ?? [];
  return Number(digits) * (units.get(unit.toLowerCase()) ?? Number.NaN);
}

const secondsIn: ReadonlyMap<string, number> = new Map([
  ["ms", 0.001],
  ["", 1],
  ["s", 1],
  ["m", 60],
  ["min", 60],
  ["h", 3600],
]);

const bytesIn: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["b", 1],
  ...["k", "m", "g"].flatMap((letter, index): [string, number][] => [
    [letter, 1000 ** (index + 1)],
    [`${letter}b`, 1000 ** (index + 1)],
    [`${letter}i`, 1024 ** (index + 1)],
    [`${letter}ib`, 1024 ** (index + 1)],
  ]),
]);

function within(value: number, least: number, most: number): number | undefined {
  return value >= least && value <= most ? value : undefined;
}

/** The longest time that a timer takes, in seconds. */
const longest = 2_147_483;

/** A time in seconds. */
export function seconds(least = 0.001, most = longest): Kind<number> {
  return {
    allowed: `seconds from ${least} to ${most}`,
    read: (text) => within(quantity(text, secondsIn), least, most),
  };
}

export function bytes(least: number, most: number): Kind<number> {
  return {
    allowed: `bytes from ${least} to ${most}`,
    read: (text) => within(Math.ceil(quantity(text, bytesIn)), least, most),
  };
}

export function integer(least: number, most: number): Kind<number> {
  return {
    allowed: `an integer from ${least} to ${most}`,
    read: (text) => (/^\d{1,16}$/.test(text) ? within(Number(text), least, most) : undefined),
  };
}

/** A kind with a few words. */
export function oneOf<T>(words: Readonly<Record<string, T>>): Kind<T> {
  return {
    allowed: Object.keys(words).join(" or "),
    read: (text) => (Object.hasOwn(words, text.trim()) ? words[text.trim()] : undefined),
  };
}

export const text: Kind<string> = { allowed: "a text", read: (text) => text };

/** A text that is read elsewhere, of which this room knows whether it can be. */
export function readable<T>(
  allowed: string,
  read: (text: string) => T | undefined,
  isSecret = false,
): Kind<T> {
  return { allowed, read, isSecret };
}

/** Entries with spaces or commas between them. */
export function entriesOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== "");
}
