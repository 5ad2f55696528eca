import { typeNames } from "../../schema/keywords.js";
import type { YamlEntry } from "../../yaml/yaml.js";

/** A schema's members that are schemas themselves, though no keyword has their name: they belong into `properties`. */
export function strayProperties(
  entries: ReadonlyMap<string, YamlEntry>,
  isKnown: (key: string) => boolean,
): readonly YamlEntry[] {
  if (entries.has("properties") || entries.has("$ref")) return [];
  return [...entries.values()].filter(({ key, entries: members = [] }) => {
    if (isKnown(key) || key.startsWith("x-") || key.startsWith("$")) return false;
    return members.some((member) => member.key === "type" && typeNames.has(member.string ?? ""));
  });
}
