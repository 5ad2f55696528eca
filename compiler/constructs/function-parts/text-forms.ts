import type { TextForm } from "../../language/function-definition.js";

export const lowerCase: TextForm = { why: "in lower case", has: (text) => text === text.toLowerCase() };

export const upperCase: TextForm = { why: "in upper case", has: (text) => text === text.toUpperCase() };

export const trimmed: TextForm = {
  why: "without white space at its ends",
  has: (text) => !/^[ \t\r\n]|[ \t\r\n]$/.test(text),
};

/** The text without white space at its ends, and a single space between words. */
export const normalized: TextForm = {
  why: "without white space at its ends or twice in a row",
  has: (text) => !/^[ \t\r\n]|[ \t\r\n]$|[\t\r\n]| {2}/.test(text),
};

export const md5Digest: TextForm = {
  why: "32 hexadecimal digits in lower case",
  has: (text) => /^[0-9a-f]{32}$/.test(text),
};
