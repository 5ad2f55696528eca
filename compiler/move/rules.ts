import type { Difference } from "./decision.js";

/** The new answer has this status. */
export const isStatus = ({ of, part, new: now }: Difference, ...statuses: readonly number[]): boolean =>
  of === "answer" && part === "status" && statuses.includes(Number(now));

/** It is one of these fields of the answer. */
export const isField = ({ of, part, name }: Difference, ...names: readonly string[]): boolean =>
  of === "answer" && part === "field" && names.includes(name);

/** It is one of these fields of an upstream request. */
export const isSentField = ({ of, part, name }: Difference, ...names: readonly string[]): boolean =>
  of === "upstream" && part === "field" && names.includes(name);

/** One of them is an integer that 53 bits cannot hold. */
export const isLong = (...values: readonly unknown[]): boolean =>
  values.some((value) => Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER && /^-?\d+$/.test(String(value)));

/** Two spellings of a number that have 14 digits in common. */
export function areClose(old: unknown, now: unknown): boolean {
  const [a, b] = [Number(old), Number(now)];
  if (!Number.isFinite(a) || !Number.isFinite(b) || String(old).trim() === "" || String(now).trim() === "")
    return false;
  return Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * 1e-14;
}
