const dayName = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const monthName = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const timeOfDay = "\\d\\d:\\d\\d:\\d\\d";
const fixdate = new RegExp(`^${dayName}, \\d\\d ${monthName} \\d{4} ${timeOfDay} GMT$`);
const rfc850Date = new RegExp(
  `^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \\d\\d-${monthName}-\\d\\d ${timeOfDay} GMT$`,
);
const asctimeDate = new RegExp(`^${dayName} ${monthName} [ \\d]\\d ${timeOfDay} \\d{4}$`);

/** Milliseconds since 1970 of a date in one of the three forms of RFC 9110 §5.6.7; `undefined` for anything else. */
export function parseHttpDate(text: string): number | undefined {
  const isCurrent = fixdate.test(text) || rfc850Date.test(text);
  if (!isCurrent && !asctimeDate.test(text)) return undefined;
  const time = Date.parse(isCurrent ? text.replace(shortYear, longYear) : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

const shortYear = /(?<=-)\d\d(?= )/;

/** Two digits are a year that is at most 50 years in the future. */
function longYear(digits: string): string {
  const latest = new Date().getUTCFullYear() + 50;
  return String(latest - ((latest - Number(digits)) % 100));
}

/** The marks that distinguish one state of a file from another (RFC 9110 §8.8). */
export interface Validators {
  /** A strong entity tag. */
  readonly etag: string;
  /** Milliseconds since 1970, a whole number of seconds. */
  readonly modified: number;
}

export type Verdict = "send" | "not-modified" | "failed";

/** Evaluates the conditions of a request in the order of RFC 9110 §13.2.2. */
export function evaluateConditions(headers: Headers, isRead: boolean, validators: Validators): Verdict {
  const { etag, modified } = validators;
  const match = headers.get("if-match");
  if (match !== null) {
    if (!hasTag(match, etag)) return "failed";
  } else {
    const unmodifiedSince = dateOf(headers, "if-unmodified-since");
    if (unmodifiedSince !== undefined && modified > unmodifiedSince) return "failed";
  }
  const noneMatch = headers.get("if-none-match");
  if (noneMatch !== null) {
    if (!hasTag(noneMatch.replace(/\bW\//g, ""), etag)) return "send";
    return isRead ? "not-modified" : "failed";
  }
  const modifiedSince = isRead ? dateOf(headers, "if-modified-since") : undefined;
  return modifiedSince !== undefined && modified <= modifiedSince ? "not-modified" : "send";
}

/**
 * Returns true if `If-Range` allows a partial response (RFC 9110 §13.1.5). Our dates are no strong
 * validators, so no date does.
 */
export function allowsRange(headers: Headers, { etag }: Validators): boolean {
  const condition = headers.get("if-range");
  return condition === null || condition === etag;
}

function hasTag(list: string, etag: string): boolean {
  return list.trim() === "*" || list.split(",").some((tag) => tag.trim() === etag);
}

function dateOf(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  return text === null ? undefined : parseHttpDate(text);
}
