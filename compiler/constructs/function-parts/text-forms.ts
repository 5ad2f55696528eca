import type { Domain } from "../../language/function-definition.js";

/** Texts of a form. Beside a number, they count as one, which may be written in any form. */
const textsThat = (why: string, has: (text: string) => boolean): Domain => ({
  why,
  values: [],
  has: (constant) => typeof constant === "number" || has(constant),
});

export const lowerCase: Domain = {
  ...textsThat("in lower case", (text) => text === text.toLowerCase()),
  isOfParts: true,
};

export const upperCase: Domain = {
  ...textsThat("in upper case", (text) => text === text.toUpperCase()),
  isOfParts: true,
};

export const trimmed = textsThat(
  "without white space at its ends",
  (text) => !/^[ \t\r\n]|[ \t\r\n]$/.test(text),
);

/** The text without white space at its ends, and a single space between words. */
export const normalized = textsThat(
  "without white space at its ends or twice in a row",
  (text) => !/^[ \t\r\n]|[ \t\r\n]$|[\t\r\n]| {2}/.test(text),
);

export const md5Digest = textsThat("32 hexadecimal digits in lower case", (text) =>
  /^[0-9a-f]{32}$/.test(text),
);

/** Seconds since 1970, for some thousand years: milliseconds are beyond them. */
export const secondsNow: Domain = {
  why: "a number of seconds",
  values: [],
  has: (constant) => Number(constant) >= 1e9 && Number(constant) <= 1e11,
  range: [1e9, 1e11],
};

/** @param length in code points, which XPath counts */
export function textsUpTo(length: number): Domain | undefined {
  const longest = Math.max(0, length);
  return Number.isInteger(length)
    ? textsThat(`a text of at most ${longest} characters`, (text) => [...text].length <= longest)
    : undefined;
}
