/** Parts of Node that other platforms may lack. */
export type PlatformPart =
  /** LDAP over connections of the app's own. */
  | "directories"
  /** Connections to upstream servers that request options are about. */
  | "connections"
  /** Responses in a cache that instances share: Redis, whose client is a file beside the bundle. */
  | "shared-cache"
  /** SaxonJS, which is a file beside the bundle, too. */
  | "later-stylesheets";
