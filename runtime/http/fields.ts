import { type JsonObject, setMember } from "../data/model/values.js";

/** A pair of a query, a form or a `Cookie` field. */
export interface Field {
  readonly name: string;
  /** Empty for a file, which nobody reads. */
  readonly value: string;
  readonly isFile?: true;
  /** Set if another reader may find another name or value in the same bytes. */
  readonly isUnclear?: true;
}

/**
 * How many fields a query, form or `Cookie` field may have, empty ones included; browsers and frameworks stop at a
 * tenth of that.
 */
export const maxFields = 10_000;

/** Bytes that the head of a part of a form may have. */
export const maxPartHead = 8192;

/** A client sends more fields, or a longer head of a part, than honest clients do. */
export class FieldLimitError extends Error {
  override readonly name = "FieldLimitError";
}

/**
 * @param count how many fields came before
 * @throws FieldLimitError
 */
export function checkFields(count: number): void {
  if (count >= maxFields) throw new FieldLimitError(`There are more than ${maxFields} fields.`);
}

/** Fields as an object; the last value of a repeated name wins, also of the empty one. Files are left out. */
export function fieldsToObject(fields: readonly Field[]): JsonObject {
  const members: Record<string, string> = {};
  for (const { name, value, isFile } of fields) {
    if (isFile === undefined) setMember(members, name, value);
  }
  return members;
}
