import { escaped } from "../../data/xml/xml-text.js";
import { hasSecretWord, isSecretMember, isSecretParameter } from "../logs/secret-name.js";
import { KnownSecrets } from "./known-secrets.js";
import { cardForm, ibanForm, isCard, isIban } from "./payment-numbers.js";

/** The text that stands in place of a secret. */
export const mask = "***";

/** A text that stands in place of a secret already. */
const standInForm = /^(?:\*\*\*|hidden-[\da-f]{16})$/;

/** Shorter values occur by chance. */
const shortest = 6;

/** Of a variable of the environment: shorter ones say things such as how to sort. */
const shortestVariable = 8;

/** Secrets that are known by their form: credentials of URLs and of header fields, tokens, private keys, numbers that pay. */
const secretForms: readonly (readonly [form: RegExp, isOne?: (text: string) => boolean])[] = [
  [/(?<=\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'<>@]{1,1000}(?=@)/gi],
  [/(?<=\b(?:bearer|basic) {1,4})(?=[a-z~-]*[\d=._+/])[\w.~+/=-]{6,}/gi],
  [/(?<![\w-])eyJ[\w+/=.-]{8,}/g], // any JSON in Base64, as in tokens
  [/(?<=-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----)[^-]+/g],
  [cardForm, isCard],
  [ibanForm, isIban],
];

/** A form can be in a text only with one of these. */
const formHint = /:\/\/|bearer |basic |eyJ|PRIVATE KEY|\d[ -]?\d[ -]?\d[ -]?\d|[A-Z]{2}\d\d/i;

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
  readonly #secrets = new KnownSecrets();
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
    return this.standIn(value);
  }

  /** The same for a value of which only parts may occur elsewhere, or none. */
  standIn(value: string): string {
    if (standInForm.test(value)) return value;
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
    if (this.#shows || value.length < shortest || this.#secrets.knows(value) || standInForm.test(value))
      return;
    const standIn = this.#standIn(value);
    for (const form of [value, JSON.stringify(value).slice(1, -1), percentEncoded(value), escaped(value)])
      this.#secrets.add(form, standIn);
  }

  /** How many secrets are known. */
  get known(): number {
    return this.#secrets.count;
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
  masked(text: string, isCut = false): string {
    if (this.#shows || text === "") return text;
    // With more secrets than can be known, nothing is shown that may be one.
    if (this.#secrets.isFull) return text.length < shortest ? text : this.standIn(text);
    let result = this.#secrets.replaced(text, isCut, (secret) => this.standIn(secret));
    if (result !== text) this.hasMasked = true;
    if (!formHint.test(result)) return result;
    for (const [form, isOne] of secretForms)
      result = result.replace(form, (secret) => (isOne?.(secret) === false ? secret : this.hidden(secret)));
    return result;
  }

  /**
   * The beginning of a text without secrets.
   * @param isCut true if more of the text follows, which nobody has
   */
  beginning(text: string, limit: number, isCut = false): string {
    // A secret that begins before the limit has to be seen as a whole.
    const head = text.length > limit ? text.slice(0, limit + this.#secrets.longest) : text;
    return detached(this.masked(head, isCut).slice(0, limit));
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
