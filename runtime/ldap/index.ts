/**
 * Questions to LDAP directories. It is an entry of its own: only apps that call these functions load ldapts.
 * @module
 */
export { ldapLookup } from "./lookup.js";
export { ldapQuery } from "./query.js";
