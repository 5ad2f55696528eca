import type { JsonArray } from "../../data/model/values.js";
import type { Context } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";
import { attributeNames, entryJson } from "./entry.js";
import { inDirectory } from "./ldap-directory.js";

const maxEntries = 1000;

/**
 * `ldap-query()`: the entries that the filter finds; the empty node-set if there are none. An alert if the question
 * could not be asked.
 */
export async function ldapQuery(
  $: Context,
  url: string,
  name: string,
  password: string,
  base: string,
  filter: string,
  attributes: string,
): Promise<JsonArray | undefined> {
  const names = attributeNames(attributes);
  const question = { base, filter, attributes: names, limit: maxEntries + 1 };
  const entries = await inDirectory(
    $,
    "ldap-query",
    { url, name, password },
    question,
    async (found) => found,
  );
  if (entries === undefined || entries.length === 0) return undefined;
  if (entries.length > maxEntries)
    alert($, "ldap-query", `There are more than ${maxEntries} entries: the others are left out.`);
  return entries.slice(0, maxEntries).map((entry) => entryJson(entry, names));
}
