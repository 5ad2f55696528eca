import type { JsonObject } from "../../data/model/values.js";
import type { Context } from "../../request/context.js";
import { attributeNames, entryJson } from "./entry.js";
import { inDirectory } from "./ldap-directory.js";
import { DirectoryError } from "./ldap-error.js";

/**
 * `ldap-lookup()`: the entry of the one user whom the filter finds, if the password is the user's; else the empty
 * node-set. An alert if the question could not be asked.
 */
export async function ldapLookup(
  $: Context,
  url: string,
  name: string,
  password: string,
  base: string,
  filter: string,
  userPassword: string,
  attributes: string,
): Promise<JsonObject | undefined> {
  const names = attributeNames(attributes);
  const question = { base, filter, attributes: names, limit: 2 };
  return inDirectory($, "ldap-lookup", { url, name, password }, question, async (found, directory) => {
    const [user, another] = found;
    if (another !== undefined) throw new DirectoryError("The filter finds more than one user.");
    if (user === undefined || !(await directory.accepts(user.dn, userPassword))) return undefined;
    return entryJson(user, names);
  });
}
