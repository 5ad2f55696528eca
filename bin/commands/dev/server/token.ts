import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/**
 * The secret that lets a browser of another machine in: a word in the address that the terminal prints once,
 * and from then on a cookie.
 */
export class Token {
  readonly #word = randomBytes(24).toString("base64url");

  /** The end of the address. */
  get query(): string {
    return `?token=${this.#word}`;
  }

  /** Returns true if the address has the word. */
  isIn(query: string): boolean {
    return this.#isWord(new URLSearchParams(query).get("token") ?? "");
  }

  /** Returns true if a request has the cookie. Cookies know no ports, so its name does. */
  isOn({ headers }: IncomingMessage, port: number): boolean {
    const cookies = (headers.cookie ?? "").split(";").map((cookie) => cookie.trim());
    const start = `${nameFor(port)}=`;
    return cookies.some((cookie) => cookie.startsWith(start) && this.#isWord(cookie.slice(start.length)));
  }

  /** The field that gives the cookie. */
  cookie(port: number, isSecure: boolean): string {
    return `${nameFor(port)}=${this.#word}; Path=/; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
  }

  #isWord(text: string): boolean {
    const [given, own] = [Buffer.from(text), Buffer.from(this.#word)];
    return given.length === own.length && timingSafeEqual(given, own);
  }
}

const nameFor = (port: number): string => `flowc-${port}`;
