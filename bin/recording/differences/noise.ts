import { decodePercent } from "../../../runtime/base/index.js";
import { isStandIn, momentOf, type Part, partsOf, standsFor } from "./forms.js";

/** A value whole; `undefined` if there is none. */
export type Value = unknown;

/** The values that an app makes in place of one: with a later clock, and with other random values. */
export interface Again {
  readonly later: Value;
  readonly other: Value;
}

/** The time that a request took, as it was recorded. */
export interface Span {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds. */
  readonly duration: number;
}

/** Milliseconds by which the clock is later. */
export const later = 61_007;

/** Milliseconds: so much the clocks of two machines may differ, and times that end with the second. */
const slack = 1_000;

/** Characters of a value that is looked into. */
const maxLooked = 1024 * 1024;

/**
 * Returns true if the values differ in no more than secrets of which one side has a stand-in, and what changes with the clock
 * or with random values: random ones in the same form, times as far apart as the request took. Presence is never noise.
 */
export function isNoise(was: Value, is: Value, again: Again, span: Span): boolean {
  if (isMasked(was, is)) return true;
  if (isNumber(was) && isNumber(is)) return isNumberNoise(was, is, again, span);
  if (typeof was === "boolean" && typeof is === "boolean") return again.other === !is;
  if (typeof was !== "string" || typeof is !== "string") return false;
  if (was.length > maxLooked || is.length > maxLooked) return false;
  return isTextNoise(was, is, again, span);
}

/** Returns true if the values differ in no more than secrets of which one side has a stand-in. */
export function isMasked(was: Value, is: Value): boolean {
  if (was === undefined || is === undefined) return false;
  // In JSON, any value of a secret member has a stand-in, which is a text.
  if (typeof was !== "string" || typeof is !== "string") return isHidden(was) || isHidden(is);
  return standsFor(was, is) || standsFor(is, was);
}

/** The first second that is no time: times of this century have as many digits. */
const firstSecond = 1_000_000_000;

/** Returns true if the values are times that are as far apart as the request took. */
export function isLater(was: Value, is: Value, span: Span): boolean {
  if (isNumber(was) && isNumber(is)) {
    const [before, now] = [Number(was), Number(is)];
    const unit = now < firstSecond * 100 ? 1_000 : 1;
    return Math.min(before, now) >= firstSecond && Math.abs(before - now) * unit <= span.duration + slack;
  }
  if (typeof was !== "string" || typeof is !== "string") return false;
  if (was.length > maxLooked || is.length > maxLooked) return false;
  return isAligned(partsOf(decoded(was)), partsOf(decoded(is)), (before, now) =>
    before.kind === "time"
      ? isTimeNoise(before.text, now.text, true, span)
      : /^\d+$/.test(before.text) &&
        /^\d+$/.test(now.text) &&
        isLater(Number(before.text), Number(now.text), span),
  );
}

/** Returns true if two values may be the same one of two requests, so far as their forms can tell. */
export function mayBeSame(was: Value, is: Value): boolean {
  if (was === is) return true;
  if (isMasked(was, is)) return true;
  if (typeof was !== "string" || typeof is !== "string") return false;
  if (was.length > maxLooked || is.length > maxLooked) return false;
  return isAligned(partsOf(was), partsOf(is), (before, now) => {
    if (before.kind === "time") return momentOf(before.text).form === momentOf(now.text).form;
    return before.kind === "UUID";
  });
}

const isHidden = (value: Value): boolean => typeof value === "string" && isStandIn(value);
const isNumber = (value: Value): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

function isTextNoise(was: string, is: string, again: Again, span: Span): boolean {
  const [old, own] = [decoded(was), decoded(is)];
  if (old === own) return false; // another coding
  const now = partsOf(own);
  const [after, other] = [again.later, again.other].map((text) => sameParts(text, now));
  if (after === undefined || other === undefined) return false;
  return isAligned(partsOf(old), now, (before, part, index) =>
    isPartNoise(before, part, [after[index]?.text ?? part.text, other[index]?.text ?? part.text], span),
  );
}

/** Times in URLs and in cookies are percent-encoded. */
const decoded = (text: string): string => (text.includes("%") ? decodePercent(text) : text);

/** The parts of another text, if they are of the same kinds; those of a text that is not there are no other ones. */
function sameParts(text: Value, now: readonly Part[]): readonly Part[] | undefined {
  if (typeof text !== "string") return now;
  const parts = partsOf(decoded(text));
  const isSame = parts.length === now.length && parts.every(({ kind }, index) => kind === now[index]?.kind);
  return isSame ? parts : undefined;
}

/** Returns true if the parts are the same, or are taken for it. A stand-in is taken for any parts that are there. */
function isAligned(
  was: readonly Part[],
  is: readonly Part[],
  isTaken: (was: Part, is: Part, index: number) => boolean,
): boolean {
  const isMet = (left: Part | undefined, right: Part | undefined, index: number): boolean =>
    left !== undefined &&
    right !== undefined &&
    left.kind === right.kind &&
    (left.text === right.text || isTaken(left, right, index));
  let [left, right] = [0, 0];
  while (left < was.length && right < is.length) {
    const [before, now] = [was[left], is[right]];
    if (isMet(before, now, right)) {
      left++;
      right++;
      continue;
    }
    const isBefore = before?.kind === "stand-in";
    if (isBefore === (now?.kind === "stand-in")) return false; // two secrets, or none
    // The secret ends where the other side goes on as this one does.
    if (isBefore) {
      left++;
      do right++;
      while (right < is.length && !isMet(was[left], is[right], right));
    } else {
      right++;
      do left++;
      while (left < was.length && !isMet(was[left], is[right], right));
    }
  }
  return left === was.length && right === is.length;
}

/** @param again the same part with a later clock, and with other random values */
function isPartNoise(was: Part, is: Part, again: readonly [string, string], span: Span): boolean {
  const isOther = again.some((text) => text !== is.text);
  switch (is.kind) {
    case "time":
      return isTimeNoise(was.text, is.text, isOther, span);
    case "UUID":
      return isOther && uuidForm(was.text) === uuidForm(is.text);
    case "word":
      return isOther && isWordNoise(was.text, is.text, again, span);
    case "text":
    case "stand-in":
      return false;
    default:
      return is.kind satisfies never;
  }
}

/** The version, and the case of the letters. */
const uuidForm = (text: string): string =>
  `${text.charAt(14)}${text === text.toLowerCase() ? "a" : text === text.toUpperCase() ? "A" : "aA"}`;

function isTimeNoise(was: string, is: string, isOther: boolean, { startedAt, duration }: Span): boolean {
  const [before, now] = [momentOf(was), momentOf(is)];
  const { unit } = now;
  const apart = Math.abs(before.time - now.time);
  if (before.form !== now.form) return false;
  if (unit <= slack) return isOther && apart <= duration + slack;
  // Days and minutes change where the request was under way: midnight is, somewhere, at each quarter of an hour.
  const round = Math.min(unit, 900_000);
  const turns = Math.floor((startedAt + duration + slack) / round) - Math.floor((startedAt - slack) / round);
  return turns > 0 && apart <= duration + unit;
}

/** A number, or random characters: the part of a word that changes, between signs that do not. */
function isWordNoise(was: string, is: string, again: readonly [string, string], span: Span): boolean {
  const [start, end] = sharedEnds([is, ...again]);
  const [before, now, after, other] = [was, is, ...again].map((text) => text.slice(start, text.length - end));
  if (before === undefined || now === undefined || after === undefined || other === undefined) return false;
  if (was.length < start + end || was.slice(0, start) !== is.slice(0, start)) return false;
  if (was.slice(was.length - end) !== is.slice(is.length - end)) return false;
  const samples = [now, after, other];
  // Parts of a time in some form of its own: seconds and minutes begin again after 59.
  if ([before, ...samples].every((text) => /^[0-5]\d$/.test(text))) {
    const apart = Math.abs(Number(before) - Number(now));
    return Math.min(apart, 60 - apart) <= 1 + span.duration / 1_000;
  }
  if ([before, ...samples].every((text) => /^\d{1,20}$/.test(text)))
    return isNumberNoise(Number(before), Number(now), { later: Number(after), other: Number(other) }, span);
  const isLong = samples.every(({ length }) => length === now.length);
  return before !== "" && (!isLong || before.length === now.length) && isWithin(before, samples);
}

/** How many characters the words share at their ends, up to a sign. */
function sharedEnds([first = "", ...others]: readonly string[]): readonly [start: number, end: number] {
  const shortest = Math.min(first.length, ...others.map(({ length }) => length));
  let start = 0;
  while (start < shortest && others.every((each) => each[start] === first[start])) start++;
  while (start > 0 && /\w/.test(first[start - 1] ?? "")) start--;
  let end = 0;
  const fromEnd = (text: string): string | undefined => text[text.length - 1 - end];
  while (end < shortest - start && others.every((each) => fromEnd(each) === fromEnd(first))) end++;
  while (end > 0 && /\w/.test(first[first.length - end] ?? "")) end--;
  return [start, end];
}

/** From few characters to many. */
const alphabets = [
  /^\d*$/,
  /^[\da-f]*$/,
  /^[\dA-F]*$/,
  /^[\da-z]*$/,
  /^[\dA-Z]*$/,
  /^[\dA-Za-z]*$/,
  /^[\w-]*$/,
];

/** Returns true if a text has no other characters than texts like the samples have. */
function isWithin(text: string, samples: readonly string[]): boolean {
  const alphabet = alphabets.find((each) => samples.every((sample) => each.test(sample)));
  return alphabet === undefined || alphabet.test(text);
}

/** Milliseconds that one of a number may stand for: from nanoseconds to days. */
const units = [0.000_001, 0.001, 1, 1_000, 60_000, 3_600_000, 86_400_000];

function isNumberNoise(was: number | bigint, is: number | bigint, again: Again, span: Span): boolean {
  const [before, now] = [Number(was), Number(is)];
  const samples = [again.later, again.other].map((each) => (isNumber(each) ? Number(each) : now));
  const [after = now, other = now] = samples;
  const unit = units.find((each) => Math.abs(Math.abs(after - now) * each - later) <= Math.max(each, slack));
  if (after !== now && unit !== undefined)
    return Math.abs(before - now) * unit <= span.duration + Math.max(slack, unit);
  if (after === now && other === now) return false;
  // Random numbers have about as many digits, and a sign and a fraction where the others have one.
  const known = [now, ...samples];
  const digits = (each: number): number => String(Math.trunc(Math.abs(each))).length;
  return (
    (Number.isInteger(before) || !known.every(Number.isInteger)) &&
    (before >= 0 || known.some((each) => each < 0)) &&
    known.some((each) => digits(before) <= digits(each) + 1)
  );
}
