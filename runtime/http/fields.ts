import { type JsonObject, setMember } from "../data-model/values.js";

/** A pair of a query, a form or a `Cookie` field. */
export interface Field {
  readonly name: string;
  /** Empty for a file, which nobody looks into. */
  readonly value: string;
  readonly isFile?: true;
  /** Another reader may find another name or value in the same bytes. */
  readonly isUnclear?: true;
}

/** Fields of one query, form or `Cookie` field, empty ones included; browsers and frameworks stop at a tenth. */
export const maxFields = 10_000;

/** Bytes of the head of a part of a form. */
export const maxPartHead = 8192;

/** A client sends more fields, or a longer head of a part, than anybody means. */
export class FieldLimitError extends Error {
  override readonly name = "FieldLimitError";
}

/** @param count of those that came before @throws FieldLimitError */
export function checkFields(count: number): void {
  if (count >= maxFields) throw new FieldLimitError(`There are more than ${maxFields} fields.`);
}

/**
 * Fields as an object; the last value of a repeated name wins. Files are left out, and so are fields without a name: no
 * path could reach them.
 */
export function fieldsToObject(fields: readonly Field[]): JsonObject {
  const members: Record<string, string> = {};
  for (const { name, value, isFile } of fields) {
    if (name !== "" && isFile === undefined) setMember(members, name, value);
  }
  return members;
}
