/** The forms of values that may be other ones in each request, and the text between them. */

/** A part of a text. */
export interface Part {
  readonly kind: "stand-in" | "time" | "UUID" | "word" | "text";
  readonly text: string;
}

const [day, month] = [
  "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)",
  "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)",
];

/** What stands in place of a secret; asterisks do for an empty one, and for more than can be told apart. */
const standIn = "hidden-[\\da-f]{16}|\\*\\*\\*";

const uuid = "(?<![\\da-fA-F])[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}(?![\\da-fA-F])";

const clock = "\\d\\d:\\d\\d:\\d\\d";

const times = [
  // ISO 8601 and RFC 3339
  "(?<!\\d)\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?(?: ?(?:Z|[+-]\\d\\d:?\\d\\d))?)?(?!\\d)",
  "(?<!\\d)\\d{8}T\\d{6}Z?(?![\\dA-Za-z])",
  // RFC 5322 and RFC 9110, section 5.6.7
  `${day}(?:[a-z]{3,6})?, \\d\\d?[ -]${month}[ -](?:\\d{4}|\\d\\d) ${clock} (?:[A-Z]{1,5}|[+-]\\d{4})(?!\\w)`,
  `${day} ${month} [ \\d]\\d ${clock} \\d{4}(?!\\d)`,
].join("|");

const special = new RegExp(`(${standIn})|(${uuid})|${times}`, "g");

/** They have the characters of numbers, of Base64 and of Base64URL. */
const words = /[\w+/=~-]+/g;

export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  split(text, special, ([found = "", secret, id], before) => {
    split(before, words, ([word = ""], between) => {
      if (between !== "") parts.push({ kind: "text", text: between });
      if (word !== "") parts.push({ kind: "word", text: word });
    });
    const kind = secret !== undefined ? "stand-in" : id !== undefined ? "UUID" : "time";
    if (found !== "") parts.push({ kind, text: found });
  });
  return parts;
}

/** Hands over each match with the text before it, and at the end an empty one with the rest. */
function split(
  text: string,
  form: RegExp,
  take: (match: readonly (string | undefined)[], before: string) => void,
): void {
  let done = 0;
  for (const match of text.matchAll(form)) {
    take(match, text.slice(done, match.index));
    done = match.index + match[0].length;
  }
  take([""], text.slice(done));
}

const onlyStandIn = new RegExp(`^(?:${standIn})$`);
const anyStandIn = new RegExp(`(${standIn})`);

export const isStandIn = (text: string): boolean => onlyStandIn.test(text);

/** Returns true if a text is another one with stand-ins in place of parts that are there. */
export function standsFor(masked: string, plain: string): boolean {
  const [first = "", ...rest] = masked.split(anyStandIn);
  const last = rest.pop();
  if (last === undefined || !plain.startsWith(first)) return false;
  let at = first.length;
  for (const [index, piece] of rest.entries()) {
    if (index % 2 === 0) at += piece === "***" ? 0 : 1;
    else {
      const found = plain.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
  }
  return plain.endsWith(last) && plain.length - last.length >= at;
}

/** A moment as a text has it. */
export interface Moment {
  /** Milliseconds since 1970, as if its zone were UTC; `NaN` if there is no such moment. */
  readonly time: number;
  /** Milliseconds of the last part that can be seen: a day, a minute, a second, or 1. */
  readonly unit: number;
  /** All but the digits, and the names of days and months. The zone is part of it: clients see another text. */
  readonly form: string;
}

const zones = / ?(?:[A-Z]{1,5}|[+-]\d\d:?\d\d)$/;
const names = new RegExp(`${day}(?:[a-z]{3,6})?|${month}`, "g");

/** @param text of the kind `time` */
export function momentOf(text: string): Moment {
  const [zone = ""] = zones.exec(text) ?? [];
  const plain = text.slice(0, text.length - zone.length);
  const form = plain.replace(names, "n").replace(/\d/g, "d") + zone;
  if (!/^\d/.test(plain)) return { time: Date.parse(`${plain} GMT`), unit: 1_000, form };
  const spread = plain.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6");
  const [, hours, seconds, fraction] = /^[\d-]+(?:[T ](\d\d:\d\d)(:\d\d)?([.,]\d+)?)?$/.exec(spread) ?? [];
  return {
    time: Date.parse(`${spread.replace(" ", "T").replace(",", ".")}${hours === undefined ? "" : "Z"}`),
    unit:
      hours === undefined ? 86_400_000 : seconds === undefined ? 60_000 : fraction === undefined ? 1_000 : 1,
    form,
  };
}
