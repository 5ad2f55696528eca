import { TextReader } from "../base/text-reader.js";
import { EscapeReader, parseSet } from "./escape-pattern.js";
import { Flags, inlineFlags } from "./flags.js";
import { type ParsedPattern, PatternError, type PatternNode, type RepeatNode } from "./syntax.js";

/** How deep groups may nest; PCRE's own limit is of this order. */
const maxDepth = 200;
const maxRepeat = 65_535;
const maxQuantifiers = 10;
/** How many UTF-16 units a pattern may have. */
export const maxLength = 10_000;

/**
 * Reads a Perl-compatible regular expression without delimiters.
 * @param modifiers letters of `imsx`
 * @throws PatternError
 */
export function parsePattern(pattern: string, modifiers: string): ParsedPattern {
  if (pattern.length > maxLength) throw new PatternError(`it is longer than ${maxLength} characters`);
  return new PatternParser(new TextReader(pattern), Flags.of(modifiers)).parse();
}

class PatternParser {
  readonly #escapes: EscapeReader;
  readonly #names = new Map<string, number>();
  #groups = 0;
  #depth = 0;
  #lookbehinds = 0;
  #largestReference = 0;

  constructor(
    private readonly reader: TextReader,
    private flags: Flags,
  ) {
    this.#escapes = new EscapeReader(reader);
  }

  parse(): ParsedPattern {
    this.#skipVerbs();
    const root = this.#choice();
    if (!this.reader.atEnd) throw new PatternError("a closing parenthesis has no opening one");
    if (this.#largestReference > this.#groups)
      throw new PatternError(`there is no group ${this.#largestReference}`);
    return { root, groups: this.#groups };
  }

  /** Skips `(*UTF8)` and the like at the start: text is Unicode anyway. */
  #skipVerbs(): void {
    while (this.reader.take("(*UTF8)") || this.reader.take("(*UTF)")) {}
  }

  #choice(): PatternNode {
    if (++this.#depth > maxDepth) throw new PatternError(`groups are nested more than ${maxDepth} deep`);
    const branches = [this.#sequence()];
    while (this.reader.take("|")) branches.push(this.#sequence());
    this.#depth--;
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: "choice", branches };
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = [];
    for (;;) {
      this.#skipIgnored();
      const { next } = this.reader;
      if (next === undefined || next === "|" || next === ")") break;
      const item = this.#item();
      if (item !== undefined) items.push(this.#repeated(item));
    }
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: "sequence", items };
  }

  /** Skips comments and, with the flag `x`, white space. */
  #skipIgnored(): void {
    const { reader } = this;
    for (;;) {
      if (reader.take("(?#")) {
        if (reader.until(")") === undefined) throw new PatternError("a comment has no end");
      } else if (reader.take("\\E")) {
        // The end of a quotation that has not begun.
      } else if (this.flags.extended && reader.next === "#") reader.until("\n") ?? reader.rest();
      else if (this.flags.extended && reader.next !== undefined && /[\t-\r ]/.test(reader.next))
        reader.skip();
      else return;
    }
  }

  /** The next part; `undefined` for one that only changes flags. */
  #item(): PatternNode | undefined {
    const { reader } = this;
    const character = reader.skip();
    switch (character) {
      case "(":
        return this.#group();
      case "[":
        return parseSet(reader, this.#escapes, this.flags.anyCase);
      case ".":
        return this.flags.dotAll ? { kind: "any" } : set([[0x0a, 0x0a]], true);
      case "^":
        return assertion(this.flags.multiline ? "(?:^|(?<=\\n)(?=[^]))" : "^");
      case "$":
        return assertion(this.flags.multiline ? "(?=\\n|$)" : "(?=\\n?$)");
      case "\\":
        return this.#escape();
      case "*":
      case "+":
      case "?":
        throw new PatternError(`there is nothing that ${character} could repeat`);
      case "{":
        if (reader.match(/\d+(?:,\d*)?\}/y) === undefined) return this.#literal(character);
        throw new PatternError("there is nothing that {…} could repeat");
      default:
        return this.#literal(character);
    }
  }

  #literal(character: string): PatternNode {
    return { kind: "literal", code: character.codePointAt(0) ?? 0, anyCase: this.flags.anyCase };
  }

  #escape(): PatternNode | undefined {
    const { reader } = this;
    if (reader.take("Q")) return this.#quotation();
    const condition = conditions.get(reader.next ?? "");
    if (condition !== undefined) {
      reader.skip();
      return assertion(condition);
    }
    if (reader.take("R")) return lineBreak;
    const group = this.#escapes.reference(this.#groups);
    if (group !== undefined) return this.#reference(group);
    const escaped = this.#escapes.read();
    if (typeof escaped === "number") return { kind: "literal", code: escaped, anyCase: this.flags.anyCase };
    return { kind: "set", negated: false, anyCase: false, ...escaped };
  }

  #quotation(): PatternNode {
    const text = this.reader.until("\\E") ?? this.reader.rest();
    const items = [...text].map((character) => this.#literal(character));
    // A quantifier after a quotation repeats only its last character.
    const last = items.pop();
    return { kind: "sequence", items: last === undefined ? [] : [...items, this.#repeated(last)] };
  }

  #reference(group: number | string): PatternNode {
    const number = typeof group === "number" ? group : this.#names.get(group);
    if (number === undefined) throw new PatternError(`there is no group ${group}`);
    this.#largestReference = Math.max(this.#largestReference, number);
    return { kind: "reference", group: number, anyCase: this.flags.anyCase };
  }

  #group(): PatternNode | undefined {
    const { reader } = this;
    if (reader.next === "*") throw new PatternError("verbs such as (*SKIP) have no counterpart");
    if (!reader.take("?")) return this.#capture(undefined);
    const name = reader.match(/(?:P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')/y);
    if (name !== undefined) return this.#capture(name[1] ?? name[2]);
    if (reader.take(">")) return this.#atomic();
    for (const mark of ["=", "!", "<=", "<!"] as const) if (reader.take(mark)) return this.#look(`(?${mark}`);
    const back = reader.match(/P=(\w+)\)/y);
    if (back !== undefined) return this.#reference(back[1] ?? "");
    if (/^(?:R|[+-]?\d|&|P>|\(|C|\|)/.test(reader.ahead(2)))
      throw new PatternError(`(?${reader.next} has no counterpart`);
    return this.#flagGroup();
  }

  #capture(name: string | undefined): PatternNode {
    const number = ++this.#groups;
    if (name !== undefined) {
      if (this.#names.has(name)) throw new PatternError(`the name ${name} is given to two groups`);
      this.#names.set(name, number);
    }
    return { kind: "capture", number, body: this.#body() };
  }

  #atomic(): PatternNode {
    if (this.#lookbehinds > 0) throw new PatternError("(?> inside a lookbehind has no counterpart");
    return { kind: "atomic", body: this.#body() };
  }

  #look(open: "(?=" | "(?!" | "(?<=" | "(?<!"): PatternNode {
    const isBehind = open.startsWith("(?<");
    if (isBehind) this.#lookbehinds++;
    const body = this.#body();
    if (isBehind) this.#lookbehinds--;
    return { kind: "look", open, body };
  }

  /** Reads `(?i)`, which holds for the rest of the group, or `(?i:…)`. */
  #flagGroup(): PatternNode | undefined {
    const { flags, isGroup } = inlineFlags(this.reader, this.flags);
    if (!isGroup) {
      this.flags = flags;
      return undefined;
    }
    return this.#body(flags);
  }

  /** Reads to the closing parenthesis. Flags that are set inside end there. */
  #body(inner: Flags = this.flags): PatternNode {
    const outer = this.flags;
    this.flags = inner;
    const body = this.#choice();
    this.flags = outer;
    if (!this.reader.take(")")) throw new PatternError("an opening parenthesis has no closing one");
    return body;
  }

  #repeated(item: PatternNode): PatternNode {
    let node = item;
    for (let count = 0; ; count++) {
      this.#skipIgnored();
      const repeat = this.#quantifier(node);
      if (repeat === undefined) return node;
      if (count === maxQuantifiers) throw new PatternError("too many quantifiers follow each other");
      node = repeat;
    }
  }

  #quantifier(body: PatternNode): RepeatNode | undefined {
    const { reader } = this;
    const found = reader.match(/[*+?]|\{(\d+)(?:(,)(\d*))?\}/y);
    if (found === undefined) return undefined;
    const [text, from, comma, to] = found;
    const simple = quantifiers.get(text);
    const least = simple?.[0] ?? Number(from);
    const most =
      simple?.[1] ??
      (comma === undefined ? least : to === "" || to === undefined ? Number.POSITIVE_INFINITY : Number(to));
    if (least > maxRepeat || (Number.isFinite(most) && most > maxRepeat))
      throw new PatternError(`${text} repeats more than ${maxRepeat} times`);
    if (most < least) throw new PatternError(`in ${text} the numbers are in the wrong order`);
    if (reader.take("+")) {
      if (this.#lookbehinds > 0)
        throw new PatternError("a possessive quantifier inside a lookbehind has no counterpart");
      return { kind: "repeat", body, least, most, mode: "possessive" };
    }
    const isLazy = reader.take("?") !== this.flags.ungreedy;
    return { kind: "repeat", body, least, most, mode: isLazy ? "lazy" : "greedy" };
  }
}

function assertion(source: string): PatternNode {
  return { kind: "assertion", source };
}

function set(ranges: readonly (readonly [number, number])[], negated: boolean): PatternNode {
  return {
    kind: "set",
    ranges,
    classes: [],
    negated,
    anyCase: false,
  };
}

const conditions: ReadonlyMap<string, string> = new Map([
  ["A", "^"],
  ["Z", "(?=\\n?$)"],
  ["z", "$"],
  ["b", "\\b"],
  ["B", "\\B"],
]);

const quantifiers: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["*", [0, Number.POSITIVE_INFINITY]],
  ["+", [1, Number.POSITIVE_INFINITY]],
  ["?", [0, 1]],
]);

/** `\R`. CR LF is one line break, never two. */
const lineBreak: PatternNode = {
  kind: "choice",
  branches: [
    {
      kind: "sequence",
      items: [
        { kind: "literal", code: 0x0d, anyCase: false },
        { kind: "literal", code: 0x0a, anyCase: false },
      ],
    },
    {
      kind: "sequence",
      items: [
        assertion("(?!\\r\\n)"),
        set(
          [
            [0x0a, 0x0d],
            [0x85, 0x85],
            [0x2028, 0x2029],
          ],
          false,
        ),
      ],
    },
  ],
};
