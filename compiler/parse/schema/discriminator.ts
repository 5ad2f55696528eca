import type { Located, References } from "../yaml/references.js";

/** The property whose value names the schema of an object, and the schemas that it can name. */
export interface Discriminator {
  readonly property: string;
  readonly subtypes: ReadonlyMap<string, Located>;
}

/**
 * Reads the subtypes of a schema: `discriminator: kind` of Swagger 2.0, or `propertyName` and `mapping` of
 * OpenAPI 3. Returns `undefined` if it has none.
 * @param reference the `$ref` that leads to the schema: subtypes are looked for among the schemas beside its
 * target
 */
export function readDiscriminator(
  references: References,
  schema: Located,
  reference: { readonly from: Located; readonly text: string } | undefined,
): Discriminator | undefined {
  const members = references.ownMembers(schema);
  const discriminator = members.get("discriminator");
  if (discriminator === undefined) return undefined;
  const own = references.members(discriminator);
  const name = own.get("propertyName") ?? discriminator;
  const property = name.file.string(name.value);
  if (property === undefined) return undefined;
  const siblings = reference === undefined ? new Map<string, Located>() : siblingsOf(references, reference);
  const alternatives = alternativesOf(references, members);
  const subtypes = alternatives ?? heirs(references, schema, siblings);
  for (const [mapped, to] of references.members(own.get("mapping"))) {
    const text = to.file.string(to.value) ?? "";
    const target = subtypes.get(text) ?? siblings.get(text) ?? references.follow(to.file, text);
    if (target !== undefined) subtypes.set(mapped, target);
  }
  // Ajv keeps the subtypes in a plain object, where names such as `constructor` exist already.
  const usable = new Map([...subtypes].filter(([tag]) => !(tag in Object.prototype)));
  return usable.size === 0 ? undefined : { property, subtypes: usable };
}

/** Whether a schema lists alternatives with `oneOf` or `anyOf`. */
export function isChoice(members: ReadonlyMap<string, Located>): boolean {
  return members.has("oneOf") || members.has("anyOf");
}

/** The schemas of `oneOf` or `anyOf`, by the last part of their references. */
function alternativesOf(
  references: References,
  members: ReadonlyMap<string, Located>,
): Map<string, Located> | undefined {
  const list = members.get("oneOf") ?? members.get("anyOf");
  const items = list && references.items(list);
  if (items === undefined) return undefined;
  return new Map(
    items.flatMap((item) => {
      const reference = references.ownMembers(item).get("$ref");
      const name = reference?.file.string(reference.value)?.split(/[/#]/).at(-1);
      const target = references.resolve(item);
      return name === undefined || target === undefined ? [] : [[name, target] as const];
    }),
  );
}

/** The definitions beside the target of a reference. */
function siblingsOf(
  references: References,
  { from, text }: { readonly from: Located; readonly text: string },
): ReadonlyMap<string, Located> {
  const end = text.lastIndexOf("/");
  return text.indexOf("#") < 0 || end < 0
    ? new Map<string, Located>()
    : references.members(references.follow(from.file, text.slice(0, end)));
}

/** A schema and all that extend it, directly or through others. */
function heirs(
  references: References,
  schema: Located,
  siblings: ReadonlyMap<string, Located>,
): Map<string, Located> {
  const children = new Map<Located["value"], Located["value"][]>();
  for (const sibling of siblings.values()) {
    const all = references.members(sibling).get("allOf");
    for (const item of (all && references.items(all)) ?? []) {
      const parent = references.resolve(item)?.value;
      if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), sibling.value]);
    }
  }
  const found = new Set([schema.value]);
  // Iterating over a set includes what is added meanwhile.
  for (const value of found) for (const child of children.get(value) ?? []) found.add(child);
  return new Map([...siblings].filter(([, { value }]) => found.has(value)));
}
