import { append } from "../../source/lists.js";
import type { Located } from "../yaml/references.js";

/** The property whose value names the schema of an object, and the schemas that it can name. */
export interface Discriminator {
  readonly property: string;
  readonly subtypes: ReadonlyMap<string, Located>;
}

/**
 * Reads the subtypes of a schema: the name of a property, as older descriptions have it, or `propertyName` and
 * `mapping`. Returns `undefined` if it has none.
 * @param reference the `$ref` that leads to the schema: subtypes are looked for among the schemas beside its
 * target
 */
export function readDiscriminator(
  schema: Located,
  reference: { readonly from: Located; readonly text: string } | undefined,
): Discriminator | undefined {
  const discriminator = schema.ownMembers.get("discriminator");
  const property = (discriminator?.find("propertyName") ?? discriminator)?.string;
  if (discriminator === undefined || property === undefined) return undefined;
  const siblings = reference === undefined ? new Map<string, Located>() : siblingsOf(reference);
  const subtypes = alternativesOf(schema) ?? heirs(schema, siblings);
  for (const [mapped, to] of discriminator.get("mapping").members) {
    const text = to.string ?? "";
    const target = subtypes.get(text) ?? siblings.get(text) ?? to.follow(text);
    if (target !== undefined) subtypes.set(mapped, target);
  }
  // Ajv keeps the subtypes in a plain object, where names such as `constructor` exist already.
  const usable = new Map([...subtypes].filter(([tag]) => !(tag in Object.prototype)));
  return usable.size === 0 ? undefined : { property, subtypes: usable };
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
