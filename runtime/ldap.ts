/**
 * Questions to LDAP directories. It is an entry of its own: only apps that call these functions load ldapts.
 * @module
 */
export { ldapLookup } from "./security/ldap/ldap-lookup.js";
export { ldapQuery } from "./security/ldap/query.js";
