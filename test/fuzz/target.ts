/** The targets of fuzzing: something that takes a text, and the pieces that texts for it are made of. */

export interface Dictionary {
  /** Pieces of its language; `{#}` in one becomes a number that differs each time. */
  readonly units: readonly string[];
  /** Pieces that open and close, to nest. */
  readonly pairs?: readonly (readonly [string, string])[];
  /** Pieces that may stand around all of it. */
  readonly frames?: readonly (readonly [string, string])[];
  /** Whole inputs that are well-formed. */
  readonly samples: readonly string[];
}

const visible: Readonly<Record<string, string>> = { "␠": " ", "␤": "\n", "␉": "\t", "␍": "\r", "␀": "\0" };

/** Pieces with white space between them; white space in a piece is written as its picture. */
export const tokens = ({ raw: [text = ""] }: TemplateStringsArray): readonly string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((token) => token.replace(/[␠␤␉␍␀]/g, (picture) => visible[picture] ?? picture));

export interface Target {
  /** `<kind>/<name>`, such as `reader/xml` or `function/replace`. */
  readonly name: string;
  readonly dictionary: Dictionary;
  /** A promise is waited for. */
  run(text: string): unknown;
  /** Returns true if it may throw that. All else that it throws is a finding. */
  isExpected?(thrown: unknown): boolean;
  /** Characters at most, where something before it refuses more. */
  readonly longest?: number;
  /**
   * Work at most, whatever the size, where cost may grow fast up to a limit of its own. How it grows is not looked at then.
   */
  readonly most?: number;
}

/** A flow of an app that all of them share, and how a text gets there. */
export interface FlowTarget {
  readonly name: string;
  readonly dictionary: Dictionary;
  /** The content of the `<flow>` element. */
  readonly flow: string;
  /** Added to the path, for example `/{id}`. */
  readonly pattern?: string;
  /** Members of the operation in the API description. */
  readonly operation?: object;
  readonly method?: string;
  /** The message that is sent; the text as the member `a` of a JSON body unless given. */
  readonly message?: (text: string) => Message;
  readonly longest?: number;
  readonly most?: number;
}

export interface Message {
  /** Added to the path. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Finds all targets that have one of the words in their names; all if there are none. */
export const selected = <T extends { readonly name: string }>(
  targets: readonly T[],
  words: readonly string[],
): readonly T[] =>
  words.length === 0 ? targets : targets.filter(({ name }) => words.some((word) => name.includes(word)));
