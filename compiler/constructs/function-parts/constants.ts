import { readJsonOr } from "../../../runtime/data/json/long-integers.js";
import { parseNumber } from "../../../runtime/data/model/string-value.js";
import { parseXml } from "../../../runtime/data/xml/parse-xml.js";
import { signatureAlgorithms } from "../../../runtime/security/crypto/crypto-functions.js";
import { expectedAlgorithms } from "../../../runtime/security/jwt/jwt-algorithms.js";
import type { Constants, Parameter } from "../../language/function-definition.js";

/** A text of which constants have a form. */
const textOf = (
  what: string,
  has: (text: string) => boolean,
  instead?: (text: string) => string | undefined,
): Parameter => ({ type: "string", takes: constantsOf(what, has, instead) });

const constantsOf = (
  what: string,
  has: (text: string) => boolean,
  instead?: (text: string) => string | undefined,
): Constants => ({
  what,
  has: (constant) => has(String(constant)),
  ...(instead && { instead: (constant) => instead(String(constant)) }),
});

/** A number, of which constants are in a range. */
const numberOf = (
  what: string,
  isIn: (number: number) => boolean,
  instead?: (constant: string | number) => string | undefined,
): Parameter => ({
  type: "number",
  takes: {
    what,
    has: (constant) => isIn(typeof constant === "string" ? parseNumber(constant) : constant),
    ...(instead && { instead }),
  },
});

const isNumber = (number: number): boolean => !Number.isNaN(number);

export const numeric = numberOf("a number", isNumber, (constant) =>
  /^\d+,\d+$/.test(String(constant)) ? `Write ${String(constant).replace(",", ".")}.` : undefined,
);

/** Those before the first character have a finding of their own. */
export const position = numberOf("the number of a character", isNumber);

export const length = numberOf("a length of at least 1", (number) => number >= 1);

/** A longer time is a point in time. */
const mostSeconds = 1e9;

export const seconds = numberOf(
  "a number of seconds from now",
  (number) => number >= 0 && number < mostSeconds,
  (constant) => {
    const [, count, unit] = /^(\d+)\s*([smhdw])/i.exec(String(constant)) ?? [];
    const factor = unit === undefined ? undefined : secondsOf.get(unit.toLowerCase());
    return factor === undefined ? undefined : `Write ${Number(count) * factor}.`;
  },
);

const secondsOf: ReadonlyMap<string, number> = new Map([
  ["s", 1],
  ["m", 60],
  ["h", 3600],
  ["d", 86_400],
  ["w", 604_800],
]);

/** An empty text is in every text, before its first character. */
export const searched: Parameter = {
  type: "string",
  takes: { ...constantsOf("a text that is not empty", (text) => text !== ""), isPart: true },
};

export const json = textOf(
  "the text of JSON",
  (text) => readJsonOr(text, undefined) !== undefined,
  (text) => {
    if (/^[\w./-]+\.json$/.test(text)) return `Write json-doc('${text}') to read a file.`;
    return /^\s*[[{]/.test(text) ? "In JSON, names and texts stand in double quotes." : undefined;
  },
);

export const claims: Parameter = {
  type: "any",
  takes: {
    ...constantsOf("the claims, a JSON object,", (text) => {
      const value = readJsonOr(text, undefined);
      return typeof value === "object" && value !== null && !Array.isArray(value);
    }),
    // RFC 7519 §4.1
    times: new Map([
      ["exp", "to come"],
      ["nbf", "past"],
      ["iat", "past"],
    ]),
  },
};

export const xml = textOf(
  "the text of XML",
  (text) => {
    try {
      parseXml(text);
      return true;
    } catch {
      return false;
    }
  },
  (text) => (/^[\w./-]+\.xml$/.test(text) ? `Write fit-document('${text}') to read a file.` : undefined),
);

/** RFC 3066, which XML and XPath mean. */
export const language = textOf("a language, as en or en-GB,", (text) =>
  /^[a-z]{1,8}(-[a-z\d]{1,8})*$/i.test(text),
);

export const base = textOf(
  "a name in the directory, as dc=example,dc=com,",
  (text) => text === "" || text.includes("="),
  (text) =>
    /^\w+(\.\w+)+$/.test(text)
      ? `Write "${text
          .split(".")
          .map((part) => `dc=${part}`)
          .join(",")}".`
      : undefined,
);

export const filter = textOf(
  "a filter in parentheses",
  (text) => text.startsWith("(") && text.endsWith(")"),
  (text) => (text.includes("=") ? `Write "(${text})".` : undefined),
);

export const key = textOf(
  "the key",
  (text) => text !== "" && !expectedAlgorithms.includes(text),
  (text) => (text === "" ? undefined : "The algorithm is the last argument."),
);

export const passphrase = textOf(
  "the passphrase of the key",
  (text) => !signatureAlgorithms.includes(text),
  () => "The algorithm comes after the passphrase, which may be empty.",
);

/** What is of neither alphabet is passed over; that of URLs (RFC 4648 §5) is another codec. */
export const base64 = textOf(
  "Base64 without - and _",
  (text) => !/[-_]/.test(text),
  (text) => `Write apply-codecs('${text}', 'base64url-decode').`,
);

export const alignment = textOf("left, right or center", (text) => /^(left|right|center)$/.test(text));

export const array: Parameter = { type: "nodes", takes: "array" };

export const items: Parameter = { type: "nodes", takes: "items" };
