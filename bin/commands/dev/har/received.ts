/**
 * Reads JSON of a form that nobody has checked.
 * @module
 */

/** An object with any members. They are read by `memberOf` only. */
export type Received = Readonly<Record<string, unknown>>;

const nothing: Received = Object.freeze(Object.create(null));

export function recordOf(value: unknown): Received {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Received) : nothing;
}

/** An own member: names of a prototype are none. */
export function memberOf(value: unknown, name: string): unknown {
  const record = recordOf(value);
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The beginning of a text; empty for anything else. */
export function textOf(value: unknown, max: number): string {
  return typeof value === "string" ? wellFormed(value.slice(0, max)) : "";
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** The beginning of an array; empty for anything else. */
export function listOf(value: unknown, max: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, max) : [];
}

/** Halves of characters cannot be written as UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
