import { logUrl } from "../logs/log-url.js";
import { isSecretName } from "../logs/secret-name.js";

/** What stands in place of a secret. */
export const mask = "***";

/** Shorter values occur by chance. */
const shortest = 6;

/** How many secrets of one request are remembered, and how long they may be. */
const maxSecrets = 200;
const longest = 8_192;

/** Header fields and members that let somebody in, whatever their words are. */
const secretFields: ReadonlySet<string> = new Set([
  ...["authorization", "proxy-authorization", "cookie", "cookies", "set-cookie", "debug"],
]);

/**
 * The secrets of one request. What was masked once by its name is masked wherever it occurs later: flows copy values to
 * other names.
 */
export class Masks {
  readonly #names: ReadonlySet<string>;
  readonly #shows: boolean;
  readonly #values = new Set<string>();
  /** Whether anything was masked. */
  hasMasked = false;

  /**
   * @param names further names of secrets, in lower case
   * @param shows whether nothing is masked
   */
  constructor(names: ReadonlySet<string> = new Set(), shows = false) {
    this.#names = names;
    this.#shows = shows;
  }

  isSecret(name: string): boolean {
    if (this.#shows) return false;
    const lower = name.toLowerCase();
    return secretFields.has(lower) || this.#names.has(lower) || isSecretName(name);
  }

  /** What is shown of a value that is secret. */
  hidden(value: string): string {
    this.remember(value);
    this.hasMasked = true;
    return mask;
  }

  remember(value: string): void {
    if (this.#shows || this.#values.size >= maxSecrets) return;
    if (value.length >= shortest && value.length <= longest) this.#values.add(value);
  }

  /** A text without the secrets that are known. */
  masked(text: string): string {
    let result = text;
    for (const secret of this.#values) {
      if (!result.includes(secret)) continue;
      result = result.replaceAll(secret, mask);
      this.hasMasked = true;
    }
    return result;
  }

  url(url: string): string {
    if (this.#shows) return url;
    const shown = logUrl(url);
    if (shown !== url) this.hasMasked = true;
    return this.masked(shown);
  }

  field(name: string, value: string): string {
    return this.isSecret(name) ? this.hidden(value) : this.masked(value);
  }
}
