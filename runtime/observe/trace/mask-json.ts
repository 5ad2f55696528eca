import type { Inner, Masks } from "./masks.js";

/**
 * JSON as a text with masks in place of the values of secret members, also where a member has the name and another one
 * the value. It may be cut off. What is no JSON is not kept, if it may be secret. Every character is looked at a few
 * times at most.
 */
export function maskedJson(text: string, masks: Masks, inner: Inner): string {
  const reader = new Reader(text, masks, inner);
  reader.read();
  return reader.masked();
}

/** An object or an array that is open. */
interface Frame {
  readonly close: "}" | "]";
  /** Of an object, the name of the member whose value comes next. */
  name: string | undefined;
  /** True if a value in it is the name of a secret; `value` is the place of the value that belongs to it. */
  namesSecret: boolean;
  value: Range | undefined;
  /** Values that are over. */
  count: number;
}

type Range = readonly [start: number, end: number];

/** Members with the name of something, and with its value: `{ "name": "password", "value": "…" }`. */
const namesOfNames: ReadonlySet<string> = new Set(["name", "key", "id", "field", "param", "parameter"]);
const namesOfValues: ReadonlySet<string> = new Set(["value", "values", "val", "content", "data", "text"]);

/** Longer texts are no names. */
const maxName = 64;

class Reader {
  #at = 0;
  #hasSecret = false;
  readonly #open: Frame[] = [];
  /** The replacements, each with the range that it takes the place of. */
  readonly #changes: (readonly [...Range, string])[] = [];

  constructor(
    private readonly text: string,
    private readonly masks: Masks,
    private readonly inner: Inner,
  ) {}

  read(): void {
    for (this.#skipSpace(); this.#at < this.text.length; this.#skipSpace()) {
      if (this.#token()) continue;
      // From here on, it is no JSON: the rest may belong to a secret, or have one.
      if (this.#hasSecret || this.masks.mayName(this.text.slice(this.#at)))
        this.#hide([this.#at, this.text.length]);
      return;
    }
    // Of what was cut off, the end of an object is not known.
    for (const frame of this.#open) this.#close(frame);
  }

  masked(): string {
    let done = 0;
    const parts: string[] = [];
    for (const [start, end, shown] of this.#changes.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
      if (start < done) continue;
      parts.push(this.text.slice(done, start), shown);
      done = end;
    }
    return parts.join("") + this.text.slice(done);
  }

  #skipSpace(): void {
    this.#at = afterSpace(this.text, this.#at);
  }

  /** Returns whether there is one. */
  #token(): boolean {
    const { text } = this;
    const start = this.#at;
    const first = text.charAt(start);
    const top = this.#open.at(-1);
    if (first === "{" || first === "[") {
      const close = first === "{" ? "}" : "]";
      this.#open.push({ close, name: undefined, namesSecret: false, value: undefined, count: 0 });
      this.#at++;
    } else if (first === "}" || first === "]") {
      if (top?.close !== first) return false;
      this.#open.pop();
      this.#close(top);
      this.#at++;
      this.#ended([start, this.#at], undefined);
    } else if (first === '"') this.#string(top);
    else if (first === "," || first === ":") this.#at++;
    else {
      literal.lastIndex = start;
      const [found] = literal.exec(text) ?? [];
      if (found === undefined) return false;
      this.#at += found.length;
      this.#ended([start, this.#at], found);
    }
    return true;
  }

  #string(top: Frame | undefined): void {
    const start = this.#at;
    const end = endOfString(this.text, start);
    const string = unquoted(this.text.slice(start, end));
    const next = afterSpace(this.text, end);
    this.#at = end;
    if (top?.close === "}" && top.name === undefined && this.text[next] === ":") {
      top.name = string;
      if (this.masks.isSecret(string)) this.#hideValue(afterSpace(this.text, next + 1), top);
      return;
    }
    const shown = this.inner(string);
    if (shown !== string) this.#changes.push([start, end, JSON.stringify(shown)]);
    this.#ended([start, end], string);
  }

  #hideValue(start: number, frame: Frame): void {
    this.#at = endOfValue(this.text, start);
    this.#hide([start, this.#at]);
    frame.name = undefined;
    frame.count++;
  }

  /** A value has ended. */
  #ended(range: Range, scalar: string | undefined): void {
    const frame = this.#open.at(-1);
    if (frame === undefined) return;
    const name = frame.name?.toLowerCase();
    const isName = name === undefined ? frame.count === 0 : namesOfNames.has(name);
    const isSecret =
      isName && scalar !== undefined && scalar.length <= maxName && this.masks.isSecret(scalar);
    if (isSecret) frame.namesSecret = true;
    else if (name === undefined ? frame.count === 1 : namesOfValues.has(name)) frame.value = range;
    frame.name = undefined;
    frame.count++;
  }

  /** Hides the value whose name is another value. Of an array, that is so for pairs. */
  #close({ close, namesSecret, value, count }: Frame): void {
    if (namesSecret && value !== undefined && (close === "}" || count === 2)) this.#hide(value);
  }

  #hide([start, end]: Range): void {
    this.#hasSecret = true;
    const value = this.text.slice(start, end);
    rememberJson(value, this.masks);
    this.#changes.push([
      start,
      end,
      `"${this.masks.hidden(value.startsWith('"') ? unquoted(value) : value)}"`,
    ]);
  }
}

const literal = /(?:true|false|null|-?\d[\d.eE+-]*)(?![\w$])/y;

/** The offset after the closing quote; the end of the text if there is none. */
function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === doubleQuote) return at + 1;
  }
  return text.length;
}

const [backslash, doubleQuote] = [0x5c, 0x22];

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text.charAt(at))) at++;
  return at;
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at) - 1;
    else if ("[{".includes(character)) depth++;
    else if ("]}".includes(character)) {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && ", \t\r\n".includes(character)) return at;
  }
  return text.length;
}

/** Remembers all texts and numbers in a secret value. */
export function rememberJson(value: string, masks: Masks): void {
  masks.hidden("");
  for (let at = 0; at < value.length; ) {
    if (value[at] === '"') {
      const end = endOfString(value, at);
      masks.remember(unquoted(value.slice(at, end)));
      at = end;
      continue;
    }
    const from = at;
    while (at < value.length && !'",:[]{} \t\r\n'.includes(value.charAt(at))) at++;
    masks.remember(value.slice(from, at));
    if (at === from) at++;
  }
}

function unquoted(string: string): string {
  const isClosed = string.length > 1 && string.endsWith('"');
  if (!string.includes("\\")) return string.slice(1, isClosed ? -1 : undefined);
  try {
    // A text that was cut off may end in an escape.
    return String(JSON.parse(isClosed ? string : `${string.replace(/\\(?:u[\da-f]{0,3})?$/i, "")}"`));
  } catch {
    return string.slice(1);
  }
}
