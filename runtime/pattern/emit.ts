import { casesOf, setInAnyCase, variants } from "./case.js";
import {
  type CharacterSet,
  isCharacter,
  type ParsedPattern,
  PatternError,
  type PatternNode,
  type RepeatNode,
} from "./syntax.js";

const escapes: ReadonlyMap<number, string> = new Map([
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0b, "\\v"],
  [0x0c, "\\f"],
  [0x0d, "\\r"],
]);

/** A character outside of brackets, as JavaScript writes it. */
export function literalSource(code: number): string {
  return source(code, /[\^$\\.*+?()[\]{}|/]/);
}

function memberSource(code: number): string {
  return source(code, /[\\\][^/-]/);
}

/** Characters that are invisible, or that move text, are written by their numbers. */
function source(code: number, special: RegExp): string {
  const named = escapes.get(code);
  if (named !== undefined) return named;
  const character = String.fromCodePoint(code);
  if (special.test(character)) return `\\${character}`;
  return /(?! )[\p{C}\p{Z}]/u.test(character) ? `\\u{${code.toString(16)}}` : character;
}

export function classSource({ ranges, classes, negated }: CharacterSet): string {
  const members = [
    ...classes,
    ...ranges.map(([from, to]) => {
      if (from === to) return memberSource(from);
      return `${memberSource(from)}${to === from + 1 ? "" : "-"}${memberSource(to)}`;
    }),
  ];
  const [only] = classes;
  if (ranges.length === 0 && classes.length === 1 && !negated && only !== undefined) return only;
  return `[${negated ? "^" : ""}${members.join("")}]`;
}

export interface Emitted {
  /** For `new RegExp(source, flags)`; it may also stand in a regular expression literal as it is. */
  readonly source: string;
  /** `u`, and `i` if the whole pattern ignores case. */
  readonly flags: string;
  /**
   * The number of each group of the pattern in JavaScript, from 1 on. They differ since atomic groups take numbers,
   * too.
   */
  readonly groups: readonly number[];
}

/** How many UTF-16 units the JavaScript may have. */
const maxSource = 100_000;

/**
 * Writes the pattern in JavaScript.
 * @throws PatternError
 */
export function emitPattern(pattern: ParsedPattern): Emitted {
  const cases = casesOf(pattern.root);
  const ignoresCase = cases.has(true);
  const emitter = new Emitter(pattern.groups, ignoresCase && cases.has(false));
  const source = emitter.emit(pattern.root);
  const flags = ignoresCase && !cases.has(false) ? "iu" : "u";
  return { source: source === "" ? "(?:)" : source, flags, groups: emitter.groups };
}

class Emitter {
  /** By the number in the pattern; index 0 is the whole match. */
  readonly #numbers: (number | undefined)[];
  readonly #parts: (string | { readonly group: number })[] = [];
  #count = 0;
  #length = 0;

  /** @param spellsCases true if only some parts ignore case; these then name each character in both cases */
  constructor(
    groups: number,
    private readonly spellsCases: boolean,
  ) {
    this.#numbers = new Array(groups + 1);
  }

  get groups(): readonly number[] {
    return this.#numbers.slice(1).map((number) => number ?? 0);
  }

  emit(root: PatternNode): string {
    this.#node(root);
    let source = "";
    for (const part of this.#parts) {
      const text = typeof part === "string" ? part : `\\${this.#numbers[part.group]}`;
      // After a back reference, a digit would become part of its number.
      source += /^\d/.test(text) && /\\\d+$/.test(source.slice(-8)) ? `(?:)${text}` : text;
    }
    return source;
  }

  #write(part: string | { readonly group: number }): void {
    this.#length += typeof part === "string" ? part.length : 3;
    if (this.#length > maxSource) throw new PatternError("it becomes too long");
    this.#parts.push(part);
  }

  #node(node: PatternNode): void {
    switch (node.kind) {
      case "literal":
        this.#write(this.#literal(node.code, node.anyCase));
        break;
      case "set":
        this.#write(classSource(this.spellsCases && node.anyCase ? setInAnyCase(node) : node));
        break;
      case "any":
        this.#write("[^]");
        break;
      case "assertion":
        this.#write(node.source);
        break;
      case "sequence":
        for (const item of node.items) this.#grouped(item, item.kind === "choice");
        break;
      case "choice":
        node.branches.forEach((branch, index) => {
          if (index > 0) this.#write("|");
          this.#node(branch);
        });
        break;
      case "capture":
        this.#numbers[node.number] = ++this.#count;
        this.#wrap("(", node.body);
        break;
      case "look":
        this.#wrap(node.open, node.body);
        break;
      case "atomic":
        this.#atomic(() => this.#node(node.body));
        break;
      case "repeat":
        this.#repeat(node);
        break;
      case "reference":
        if (this.spellsCases && node.anyCase)
          throw new PatternError(
            "a back reference cannot ignore case where other parts of the pattern do not",
          );
        this.#write({ group: node.group });
        break;
      default:
        node satisfies never;
    }
  }

  #literal(code: number, anyCase: boolean): string {
    if (!this.spellsCases || !anyCase || variants(code).length === 1) return literalSource(code);
    const ranges = variants(code).map((each) => [each, each] as const);
    return classSource({ kind: "set", ranges, classes: [], negated: false, anyCase });
  }

  #wrap(open: string, body: PatternNode): void {
    this.#write(open);
    this.#node(body);
    this.#write(")");
  }

  #grouped(node: PatternNode, needsGroup: boolean): void {
    if (needsGroup) this.#wrap("(?:", node);
    else this.#node(node);
  }

  /**
   * Writes a lookahead and a reference to what it captured. An engine never tries a lookahead again once it has
   * matched.
   */
  #atomic(body: () => void): void {
    const number = ++this.#count;
    this.#write("(?:(?=(");
    body();
    this.#write(`))\\${number})`);
  }

  #repeat(node: RepeatNode): void {
    const { body, least, most, mode } = node;
    if (mode !== "possessive") {
      this.#grouped(body, !isAtom(body));
      this.#write(quantifier(least, most));
      if (mode === "lazy") this.#write("?");
      return;
    }
    const greedy: RepeatNode = { ...node, mode: "greedy" };
    if (least === most && isCharacter(body)) this.#repeat(greedy);
    else if (most === Number.POSITIVE_INFINITY && isCharacter(body)) {
      // With fewer characters, one would be left that the lookahead forbids.
      this.#write("(?:");
      this.#repeat(greedy);
      this.#wrap("(?!", body);
      this.#write(")");
    } else this.#atomic(() => this.#repeat(greedy));
  }
}

/** Returns true if a quantifier may follow. */
function isAtom(node: PatternNode): boolean {
  return isCharacter(node) || node.kind === "capture" || node.kind === "atomic" || node.kind === "reference";
}

export function quantifier(least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return least === 0 ? "*" : least === 1 ? "+" : `{${least},}`;
  if (least === 0 && most === 1) return "?";
  return least === most ? `{${least}}` : `{${least},${most}}`;
}
