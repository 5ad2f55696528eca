import { escaped } from "../../data/xml/xml-text.js";
import { hasSecretWord, isSecretMember, isSecretParameter } from "../logs/secret-name.js";

/** The text that stands in place of a secret. */
export const mask = "***";

/** Shorter values occur by chance. */
const shortest = 6;

/** Of a variable of the environment: shorter ones say things such as how to sort. */
const shortestVariable = 8;

/** Characters of the longest secret that is remembered. */
const longest = 8_192;

/** How many secrets of one request are remembered. With more of them, nothing is shown that may be one. */
const maxSecrets = 1_000;

/** How many secrets are looked for one by one. */
const fewSecrets = 12;

/** Secrets that are known by their form: credentials of URLs and of header fields, tokens, private keys. */
const secretForms = [
  /(?<=\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'<>@]{1,1000}(?=@)/gi,
  /(?<=\b(?:bearer|basic) {1,4})(?=[a-z~-]*[\d=._+/])[\w.~+/=-]{6,}/gi,
  /(?<![\w-])eyJ[\w+/=.-]{8,}/g, // any JSON in Base64, as in tokens
  /(?<=-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----)[^-]+/g,
];

/** A form can be in a text only with one of these. */
const formHint = /:\/\/|bearer |basic |eyJ|PRIVATE KEY/i;

/** Fields that are not named by words of secrets, and characters as JSON, URLs and XML write them in code. */
const coded = /cookie|debug|\\u00|%[2-7][\da-f]|&#/i;

/** Masks a text that is in another one. */
export type Inner = (text: string) => string;

/** Names that a flow directory's developers add, in lower case. */
export type SecretNames = ReadonlySet<string>;

/**
 * The secrets of one request. What was masked once by its name is masked wherever it occurs later: flows copy values to
 * other names.
 */
export class Masks {
  readonly #names: SecretNames;
  readonly #shows: boolean;
  readonly #standIn: (secret: string) => string;
  /** The text that stands in place of each, in every form in which it may be written. */
  readonly #secrets = new Map<string, string>();
  /** The longest first, where they are few. */
  #ordered: readonly string[] = [];
  /** By their first characters. */
  readonly #byStart = new Map<string, string[]>();
  #longest = 0;
  /** True if anything was masked. */
  hasMasked = false;

  /**
   * @param names further names of secrets, in lower case
   * @param shows true if nothing is masked
   * @param standIn the text that is written in place of a secret: letters, digits and hyphens, or the mask
   */
  constructor(
    names: SecretNames = new Set(),
    shows = false,
    standIn: (secret: string) => string = () => mask,
  ) {
    this.#names = names;
    this.#shows = shows;
    this.#standIn = standIn;
  }

  /** Returns true if the value of a field, a member, an element or a variable is secret. */
  isSecret(name: string): boolean {
    if (this.#shows) return false;
    return this.#names.has(name.toLowerCase()) || isSecretMember(name);
  }

  /**
   * Returns true if a text may have the name of a secret in it: a word of one, or characters that are written
   * in code.
   */
  mayName(text: string): boolean {
    if (this.#shows || text === "") return false;
    if (hasSecretWord(text) || coded.test(text)) return true;
    const lower = this.#names.size > 0 ? text.toLowerCase() : "";
    return [...this.#names].some((name) => lower.includes(name));
  }

  isSecretParameter(name: string): boolean {
    return !this.#shows && (isSecretParameter(name) || this.isSecret(name));
  }

  /** Returns the text that is shown for a value that is secret. It is remembered. */
  hidden(value: string): string {
    this.remember(value);
    this.hasMasked = true;
    return value === "" ? mask : this.#standIn(value);
  }

  /** Remembers what the environment has by secret names: flows copy it to other ones. */
  rememberVariables(variables: unknown): void {
    if (typeof variables !== "object" || variables === null) return;
    for (const [name, value] of Object.entries(variables)) {
      if (typeof value !== "string" || value.length < shortestVariable || !this.isSecret(name)) continue;
      this.remember(value);
      if (value.includes(":")) this.remember(value.slice(value.indexOf(":") + 1)); // a user and a password
    }
  }

  remember(value: string): void {
    if (this.#shows || value.length < shortest || value === mask) return;
    const text = value.length > longest ? value.slice(0, longest) : value;
    const standIn = this.#standIn(value);
    for (const form of [text, JSON.stringify(text).slice(1, -1), percentEncoded(text), escaped(text)])
      this.#add(form, standIn);
  }

  #add(secret: string, standIn: string): void {
    if (this.#secrets.size > maxSecrets || this.#secrets.has(secret)) return;
    this.#secrets.set(secret, standIn);
    this.#longest = Math.max(this.#longest, secret.length);
    if (this.#secrets.size <= fewSecrets)
      this.#ordered = [...this.#secrets.keys()].sort((a, b) => b.length - a.length);
    const start = secret.slice(0, shortest);
    const others = this.#byStart.get(start);
    if (others === undefined) this.#byStart.set(start, [secret]);
    else {
      others.push(secret);
      others.sort((a, b) => b.length - a.length);
    }
  }

  /** Names that somebody has added. */
  get names(): SecretNames {
    return this.#names;
  }

  /** True if secrets are shown. */
  get shows(): boolean {
    return this.#shows;
  }

  /** A text without the secrets that are known, or that have the form of one. */
  masked(text: string): string {
    if (this.#shows || text === "") return text;
    const known = this.#withoutKnown(text);
    if (!formHint.test(known)) return known;
    let result = known;
    for (const form of secretForms) result = result.replace(form, (secret) => this.hidden(secret));
    return result;
  }

  /**
   * The beginning of a text without secrets.
   * @param isCut true if more of the text follows, which nobody has
   */
  beginning(text: string, limit: number, isCut = false): string {
    // A secret that begins before the limit has to be seen as a whole.
    const masked = this.masked(text.length > limit ? text.slice(0, limit + this.#longest) : text);
    return detached((isCut ? this.#withoutPart(masked) : masked).slice(0, limit));
  }

  #withoutKnown(text: string): string {
    if (this.#secrets.size > maxSecrets) return text.length < shortest ? text : this.hidden("");
    const masked = this.#secrets.size <= fewSecrets ? this.#replaced(text) : this.#scanned(text);
    if (masked !== text) this.hasMasked = true;
    return masked;
  }

  #replaced(text: string): string {
    let result = text;
    for (const secret of this.#ordered)
      if (result.includes(secret)) result = result.replaceAll(secret, this.#secrets.get(secret) ?? mask);
    return result;
  }

  /** Looks at each place of the text once, however many secrets there are. */
  #scanned(text: string): string {
    const parts: string[] = [];
    let done = 0;
    for (let at = 0; at + shortest <= text.length; at++) {
      const candidates = this.#byStart.get(text.slice(at, at + shortest));
      const found = candidates?.find((secret) => text.startsWith(secret, at));
      if (found === undefined) continue;
      parts.push(text.slice(done, at), this.#secrets.get(found) ?? mask);
      done = at + found.length;
      at = done - 1;
    }
    return parts.join("") + text.slice(done);
  }

  /** Without the beginning of a secret at the end, whose rest was cut off. */
  #withoutPart(text: string): string {
    for (const secret of this.#secrets.keys()) {
      const start = secret.slice(0, 4);
      for (
        let at = text.indexOf(start, text.length - secret.length);
        at >= 0;
        at = text.indexOf(start, at + 1)
      )
        if (secret.startsWith(text.slice(at))) return text.slice(0, at) + mask;
    }
    return text;
  }
}

/**
 * The same text. A part of a longer text keeps that in memory as long as itself, and traces are kept long after the
 * bodies that their texts are parts of.
 */
function detached(text: string): string {
  return text.length < 13 ? text : JSON.parse(JSON.stringify(text));
}

export function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text; // half of a surrogate pair
  }
}
