import { readJson, writeJson } from "../../data/json/long-integers.js";
import { isArray, type JsonValue } from "../../data/model/values.js";
import { hasValueOfAnother, namesAnother } from "../logs/secret-name.js";
import type { Inner, Masks } from "./masks.js";

/**
 * JSON as a text with masks in place of the values of secret members, also where a member has the name and another one
 * the value. `undefined` for what is no JSON.
 * @param isCut true if it is only a beginning
 */
export function maskedJson(text: string, masks: Masks, inner: Inner, isCut = false): string | undefined {
  const { completed, members } = scanned(text, isCut);
  let value: JsonValue;
  try {
    value = readJson(completed);
  } catch {
    return undefined;
  }
  const written = writtenJson(value, masks, inner);
  // Of members with one name, only the last has been read.
  const isSame = !written.isMasked && written.members === members && completed === text;
  if (isSame) return text;
  masks.standIn(""); // what was left out may have been one
  return written.text;
}

/** The same for a text with JSON on each line. */
export function maskedJsonLines(text: string, masks: Masks, inner: Inner): string | undefined {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const masked = line.trim() === "" ? line : maskedJson(line, masks, inner);
    if (masked === undefined) return undefined;
    lines.push(masked);
  }
  return lines.join("\n");
}

interface Written {
  readonly text: string;
  readonly isMasked: boolean;
  readonly members: number;
  /** True if it is longer than what was asked for. */
  readonly isCut: boolean;
}

/** A value as JSON with masks, and no more than some characters above a limit. */
export function writtenJson(value: JsonValue, masks: Masks, inner: Inner, limit = Infinity): Written {
  const { known } = masks;
  const written = new Writer(masks, inner, limit).write(value);
  // A secret of a member may stand in another one before it.
  return masks.known === known ? written : new Writer(masks, inner, limit).write(value);
}

/** A value that is still to be written; texts are written as they are. */
interface Pending {
  readonly value: JsonValue;
  readonly isSecret: boolean;
}

/** Longer texts are no names. */
const maxName = 64;

/** How many members and items of a value are looked at, where only a beginning is wanted. */
const maxVisited = 50_000;

class Writer {
  readonly #pending: (string | Pending)[] = [];
  #isMasked = false;
  #members = 0;

  constructor(
    private readonly masks: Masks,
    private readonly inner: Inner,
    private readonly limit: number,
  ) {}

  write(top: JsonValue): Written {
    const parts: string[] = [];
    let length = 0;
    this.#pending.push({ value: top, isSecret: false });
    while (this.#pending.length > 0 && length <= this.limit) {
      const next = this.#pending.pop() as string | Pending;
      const text = typeof next === "string" ? next : this.#begun(next);
      length += text.length;
      parts.push(text);
    }
    const isCut = this.#pending.length > 0;
    return { text: parts.join(""), isMasked: this.#isMasked, members: this.#members, isCut };
  }

  /** The text of a scalar value, or the beginning of another one, whose rest is written later. */
  #begun({ value, isSecret }: Pending): string {
    // They tell that there is no secret, or whether there is one.
    if (value === null || typeof value === "boolean" || value === "") return JSON.stringify(value);
    if (isSecret) return this.#hidden(value);
    if (typeof value === "string") return this.#shown(value);
    if (typeof value === "number" || typeof value === "bigint") {
      const text = writeJson(value);
      const shown = this.masks.masked(text);
      return shown === text ? text : this.#changed(shown);
    }
    return isArray(value) ? this.#array(value) : this.#object(value);
  }

  #hidden(value: JsonValue): string {
    if (typeof value === "string") return this.#changed(this.masks.hidden(value));
    rememberAll(value, this.masks);
    return this.#changed(this.masks.standIn(writeJson(value)));
  }

  #changed(shown: string): string {
    this.#isMasked = true;
    return JSON.stringify(shown);
  }

  #shown(text: string): string {
    // What comes behind is not kept, but a secret may begin before.
    const head = text.length > 2 * this.limit ? text.slice(0, 2 * this.limit) : text;
    const shown = this.masks.masked(this.inner(head));
    return shown === head ? JSON.stringify(head) : this.#changed(shown);
  }

  #array(items: readonly JsonValue[]): string {
    const [name] = items;
    const isPair = items.length === 2 && isNameOfSecret(name, this.masks);
    this.#pending.push("]");
    for (let at = this.#visited(items.length) - 1; at >= 0; at--)
      this.#pending.push({ value: items[at] ?? null, isSecret: isPair && at === 1 }, at > 0 ? "," : "");
    return "[";
  }

  #object(members: Readonly<Record<string, JsonValue>>): string {
    const names = Object.keys(members);
    names.length = this.#visited(names.length);
    this.#members += names.length;
    const isNamed = names.some((name) => namesAnother(name) && isNameOfSecret(members[name], this.masks));
    const isGrant = names.some((name) => /^grant_?type$/i.test(name)); // `code` is no code of an error there
    this.#pending.push("}");
    for (let at = names.length - 1; at >= 0; at--) {
      const name = names[at] as string;
      const isSecret =
        this.masks.isSecret(name) ||
        (isNamed && hasValueOfAnother(name)) ||
        (isGrant && this.masks.isSecretParameter(name));
      this.#pending.push(
        { value: members[name] ?? null, isSecret },
        `${at > 0 ? "," : ""}${this.#shownName(name)}:`,
      );
    }
    return "{";
  }

  #shownName(name: string): string {
    const shown = this.masks.masked(name);
    return shown === name ? JSON.stringify(name) : this.#changed(shown);
  }

  #visited(length: number): number {
    return this.limit === Infinity ? length : Math.min(length, maxVisited);
  }
}

function isNameOfSecret(value: JsonValue | undefined, masks: Masks): boolean {
  return typeof value === "string" && value.length <= maxName && masks.isSecret(value);
}

/** Remembers all texts and numbers in a secret value. */
export function rememberAll(top: JsonValue, masks: Masks): void {
  const pending = [top];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value === "string") masks.remember(value);
    else if (typeof value === "number" || typeof value === "bigint") masks.remember(String(value));
    else if (typeof value === "object" && value !== null)
      for (const member of Object.values(value)) if (member !== undefined) pending.push(member);
  }
}

/** Counts the members of a JSON text. One that was cut is completed, without the value in which the cut is. */
function scanned(text: string, isCut: boolean): { readonly completed: string; readonly members: number } {
  const open: string[] = [];
  let [members, whole] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at + 1) - 1;
    else if (character === ":") members++;
    else if (character === ",") whole = at;
    else if ("{[".includes(character)) open.push(character === "{" ? "}" : "]");
    else if ("}]".includes(character) && open.pop() !== character) return { completed: text, members };
    if ("{[}]".includes(character)) whole = at + 1;
  }
  if (!isCut || open.length === 0) return { completed: text, members };
  return { completed: text.slice(0, whole) + open.reverse().join(""), members };
}

const [backslash, doubleQuote] = [0x5c, 0x22];

/** The offset behind the closing quote; the end of the text if there is none. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === doubleQuote) return at + 1;
  }
  return text.length;
}
