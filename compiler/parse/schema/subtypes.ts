import { append } from "../../source/lists.js";
import type { Located } from "../yaml/references.js";

/** The property whose value names the schema of an object, and the schemas that it can name. */
export interface Subtypes {
  readonly property: string;
  readonly byTag: ReadonlyMap<string, Located>;
}

/** What a schema says of the member that names the schema of the whole. */
export interface Tag {
  readonly written: Located;
  /** Its name, if it is a text. */
  readonly property: Located;
  /** What values of it stand for. */
  readonly mapping: ReadonlyMap<string, Located>;
}

/** The keyword that names this member. */
export const tagKeyword = "discriminator";

export function readTag(keywords: ReadonlyMap<string, Located>): Tag | undefined {
  const written = keywords.get(tagKeyword);
  if (written === undefined) return undefined;
  // Older descriptions have the name alone.
  const property = written.find("propertyName") ?? written;
  return { written, property, mapping: written.get("mapping").members };
}

/**
 * Reads the subtypes of a schema: those that it lists as alternatives, or those that extend it. Returns `undefined` if
 * it has none.
 * @param reference the `$ref` that leads to the schema: subtypes are looked for among the schemas beside its
 * target
 */
export function readSubtypes(
  schema: Located,
  reference: { readonly from: Located; readonly text: string } | undefined,
): Subtypes | undefined {
  const tag = readTag(schema.ownMembers);
  const property = tag?.property.string;
  if (tag === undefined || property === undefined) return undefined;
  const siblings = reference === undefined ? new Map<string, Located>() : siblingsOf(reference);
  const subtypes = alternativesOf(schema) ?? heirs(schema, siblings);
  for (const [mapped, to] of tag.mapping) {
    const text = to.string ?? "";
    const target = subtypes.get(text) ?? siblings.get(text) ?? to.follow(text);
    if (target !== undefined) subtypes.set(mapped, target);
  }
  // Ajv keeps the subtypes in a plain object, where names such as `constructor` exist already.
  const usable = new Map([...subtypes].filter(([tag]) => !(tag in Object.prototype)));
  return usable.size === 0 ? undefined : { property, byTag: usable };
}

/** True of a schema that lists alternatives with `oneOf` or `anyOf`. */
export function isChoice({ ownMembers }: Located): boolean {
  return ownMembers.has("oneOf") || ownMembers.has("anyOf");
}

/** The schemas of `oneOf` or `anyOf`, by the last part of their references. */
function alternativesOf({ ownMembers }: Located): Map<string, Located> | undefined {
  const { list } = ownMembers.get("oneOf") ?? ownMembers.get("anyOf") ?? {};
  if (list === undefined) return undefined;
  return new Map(
    list.flatMap(({ reference, target }) => {
      const name = reference?.split(/[/#]/).at(-1);
      return name === undefined || target === undefined ? [] : [[name, target] as const];
    }),
  );
}

/** The definitions beside the target of a reference. */
function siblingsOf({
  from,
  text,
}: {
  readonly from: Located;
  readonly text: string;
}): ReadonlyMap<string, Located> {
  const end = text.lastIndexOf("/");
  const around = text.includes("#") && end >= 0 ? from.follow(text.slice(0, end)) : undefined;
  return around?.members ?? new Map();
}

/** A schema and all that extend it, directly or through others. */
function heirs(schema: Located, siblings: ReadonlyMap<string, Located>): Map<string, Located> {
  const children = new Map<Located["value"], Located["value"][]>();
  for (const sibling of siblings.values()) {
    for (const item of sibling.get("allOf").items) {
      const parent = item.target?.value;
      if (parent !== undefined) append(children, parent, sibling.value);
    }
  }
  const found = new Set([schema.value]);
  // Iterating over a set includes what is added meanwhile.
  for (const value of found) for (const child of children.get(value) ?? []) found.add(child);
  return new Map([...siblings].filter(([, { value }]) => found.has(value)));
}
