import type { Difference } from "./decision.js";

/** The new answer has this status, and an error with this code in place of that of the flows. */
export const isRefused = (
  { of, part, new: now, code }: Difference,
  wanted: number,
  ...statuses: readonly number[]
): boolean => of === "answer" && part === "status" && code === wanted && statuses.includes(Number(now));

/** A parameter of the query is a number as JSON does not write it: `+5`, `010`, `1e3`. */
export const hasOddNumber = ({ target }: Difference): boolean =>
  [...new URLSearchParams(target.split("?")[1]).values()].some((value) =>
    /^(?:[+ ]-?\d|-?0\d|-?[\d.]+e[+-]?\d)/i.test(value),
  );

/** Two programs may read the request differently: names that repeat, malformed encodings, encoded bodies, forms. */
export function readsTwoWays({ target, field }: Difference): boolean {
  const names = [...target.matchAll(/[?&]([^=&]+)/g)].map(([, name]) => name);
  const type = field("content-type");
  return (
    new Set(names).size < names.length ||
    /%(?![\da-f]{2})/i.test(target) ||
    field("content-encoding") !== "" ||
    /charset=(?!"?utf-8)/i.test(type) ||
    /form/i.test(type)
  );
}

/** It is the list of reasons in the system error document of an error with this code. */
export const isInfo = ({ of, part, name, code }: Difference, wanted: number): boolean =>
  of === "answer" && part === "body" && code === wanted && /(?:^|\.)info(?:\[\])?$/.test(name);

/** It is one of these fields of the answer. */
export const isField = ({ of, part, name }: Difference, ...names: readonly string[]): boolean =>
  of === "answer" && part === "field" && names.includes(name);

/** One of them is an integer that 53 bits cannot hold. */
export const isLong = (...values: readonly unknown[]): boolean =>
  values.some((value) => Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER && /^-?\d+$/.test(String(value)));

/** The old one is how libxml2 writes the number: with 15 digits, and an exponent for large and small ones. */
export function hasFewerDigits(old: unknown, now: unknown): boolean {
  const [a, b] = [Number(old), Number(now)];
  if (typeof old !== typeof now || !Number.isFinite(b) || String(old).trim() === "") return false;
  return a === Number(b.toPrecision(15)) && (a !== b || /e[+-]?\d+$/i.test(String(old)));
}
