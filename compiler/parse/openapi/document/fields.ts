import { isObject, type JsonValue, setMember } from "../../../../runtime/data/model/values.js";
import { textOf } from "../../../source/source-text.js";
import { jsonOf } from "../../schema/json-schema.js";
import type { Located } from "../../yaml/references.js";

/** Makes JSON of a value in a description; `undefined` if it is not what has to be there. */
export type Read = (located: Located) => JsonValue | undefined;

/** The members that an object can have. Whatever else it has, extensions included, is left out. */
export type Fields = Readonly<Record<string, Read>>;

/** Text. A number is taken as it is written, so that `version: 1.0` stays what it is. */
export function text({ file, value }: Located): string | undefined {
  const scalar = value === null ? undefined : (file.string(value) ?? file.text(value));
  if (scalar === undefined || value === null || file.string(value) !== undefined) return scalar;
  const written = textOf(file.span(value));
  return /^[\w.+-]+$/.test(written) ? written : scalar;
}

export const flag: Read = ({ boolean }) => boolean;

/** Any JSON. */
export const data: Read = (located) => jsonOf(located);

export function list(read: Read): Read {
  return ({ list }) => list?.map(read).filter((item) => item !== undefined);
}

/** @param rename gives a member another name, or leaves it out */
export function map(read: Read, rename = (name: string): string | undefined => name): Read {
  return (located) => {
    if (located.file.entries(located.value) === undefined) return undefined;
    const made: Record<string, JsonValue> = {};
    for (const [key, value] of located.ownMembers) {
      const name = rename(key);
      const member = name === undefined ? undefined : read(value);
      if (name !== undefined && member !== undefined) setMember(made, name, member);
    }
    return made;
  };
}

/** @param required what it makes no sense without */
export function object(fields: Fields, required: readonly string[] = []): Read {
  return (located) => {
    const made = membersOf(located, fields);
    return made !== undefined && required.every((name) => Object.hasOwn(made, name)) ? made : undefined;
  };
}

export function membersOf(located: Located, fields: Fields): Record<string, JsonValue> | undefined {
  if (located.file.entries(located.value) === undefined) return undefined;
  const made: Record<string, JsonValue> = {};
  for (const [key, member] of located.ownMembers) {
    const read = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const json = read?.(member);
    if (json !== undefined) made[key] = json;
  }
  return made;
}

/** One of the texts that are known. */
export function oneOf(...known: readonly string[]): Read {
  return (located) => {
    const found = text(located);
    return found !== undefined && known.includes(found) ? found : undefined;
  };
}

export function mapMembers(
  value: JsonValue | undefined,
  change: (value: JsonValue, name: string) => JsonValue,
): JsonValue {
  if (!isObject(value)) return value ?? {};
  const made: Record<string, JsonValue> = {};
  for (const [name, member] of Object.entries(value)) setMember(made, name, change(member, name));
  return made;
}
