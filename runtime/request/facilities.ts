import type { ClaimsFields } from "./claims-fields.js";
import type { ParseDocument } from "./content.js";

/**
 * Parts that only some apps have inside, because their flows need them. A room with more of them adds members to this
 * interface, as `upstream/plan/upstream-facilities.ts` does, so that this room need not know of them.
 */
export interface Facilities {
  /** Reads HTML content. */
  readonly parseHtml?: ParseDocument;
  /** The fields that the security schemes of the app write. */
  readonly claims?: ClaimsFields;
  /** The statements of `conf/config.xml` about LDAP directories. */
  readonly ldap?: LdapDefaults;
}

export interface LdapDefaults {
  /** Seconds, unless the operator or the flow says something else. */
  readonly timeout?: number;
  /** Certificates of authorities as PEM, in place of those that the platform knows. */
  readonly certificates?: string;
}
