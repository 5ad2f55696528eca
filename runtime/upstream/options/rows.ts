/**
 * The options of upstream requests, a row each, and nothing else lists them: the build checks flows by these rows, and
 * the readers in plan/options.ts take only names whose row has the value that they read. There is a table for each
 * facility that an option needs, so that an app carries no rows that it never looks at.
 * @module
 */

/** The kinds of values. A list has all values that there are. */
export type OptionValue =
  | "boolean"
  /** `true`, `false` or `"report-only"` */
  | "mode"
  | "text"
  /** A user and a password, with a colon between them. */
  | "credentials"
  /** The name of a server to connect to. */
  | "server"
  /** The name of a file of the flow directory that becomes part of the app. */
  | "certificate"
  /** The name of an API description. */
  | "definition"
  | "seconds"
  /** An integer from 0. */
  | "count"
  | "port"
  /** Header fields of a response. */
  | "fields"
  /** How often a request is repeated, or an object that also says when. */
  | "retry"
  | readonly string[];

export interface OptionRow {
  readonly value: OptionValue;
  /** Only of texts that nobody may see. */
  readonly isSecret?: true;
  /** True if the cache keeps responses only for requests with the same value; false if none depends on it. */
  readonly splitsCache: boolean;
  /** Options of which one has to be there, too. */
  readonly needs?: readonly string[];
  /** Options of which one has to be on for this one to have an effect. */
  readonly idleWithout?: readonly string[];
  /** Options whose names begin with this word cannot be there, too. */
  readonly excludes?: string;
}

/**
 * The options that turn a cache on, for those that say how it is used. No object is spread into the rows, since bundlers keep
 * those that are: only the build reads them.
 */
const caches = ["use-http-cache", "force-cache-ttl", "stale-if-error", "stale-while-revalidate"] as const;

/** Options that need no facility. */
export const plainRows = {
  timeout: { value: "seconds", splitsCache: false },
  "connect-timeout": { value: "seconds", splitsCache: false },
  "time-to-first-byte-timeout": { value: "seconds", splitsCache: false },
  "exit-on-error": { value: "boolean", splitsCache: false },
  "follow-redirects": { value: "boolean", splitsCache: false },
  "max-redirects": { value: "count", splitsCache: false, idleWithout: ["follow-redirects"] },
  "basic-auth-credentials": { value: "credentials", splitsCache: true },
  "send-x-forwarded-for": { value: "boolean", splitsCache: true },
  definition: { value: "definition", splitsCache: true },
  "validate-request": { value: "mode", splitsCache: true, needs: ["definition"] },
  "validate-request-security": { value: "mode", splitsCache: true, needs: ["definition"] },
  "validate-response": { value: "mode", splitsCache: true, needs: ["definition"] },
  "mock-response": { value: "boolean", splitsCache: true, needs: ["definition"] },
  "set-response-headers": { value: "fields", splitsCache: true },
  "query-encoding-raw-chars": { value: "text", splitsCache: true },
  "force-cache-refresh": { value: "boolean", splitsCache: false, idleWithout: caches },
  "respect-client-cache-headers": { value: "boolean", splitsCache: false, idleWithout: caches },
} as const satisfies Readonly<Record<string, OptionRow>>;

/** Options that turn the facility `cache` on: the first two one at a time; the others alone mean `use-http-cache`, too. */
export const cacheRows = {
  "use-http-cache": { value: "boolean", splitsCache: false },
  "force-cache-ttl": { value: "count", splitsCache: false },
  "stale-if-error": { value: "count", splitsCache: false },
  "stale-while-revalidate": { value: "count", splitsCache: false },
} as const satisfies Readonly<Record<string, OptionRow>>;

/** Options that turn the facility `guard` on. */
export const guardRows = {
  retry: { value: "retry", splitsCache: false },
  share: { value: "boolean", splitsCache: false },
} as const satisfies Readonly<Record<string, OptionRow>>;

/** Options that only connections of their own can have, which the facility `sockets` makes. */
export const socketRows = {
  "disable-connection-reuse": { value: "boolean", splitsCache: false },
  "tls-version": {
    value: ["auto", "TLSv1", "TLSv1.0", "TLSv1.1", "TLSv1.2", "TLSv1.3"],
    splitsCache: true,
  },
  "tls-ciphers": { value: "text", splitsCache: true },
  "ignore-certificate-errors": { value: "boolean", splitsCache: true },
  "client-certificate-file": { value: "certificate", splitsCache: true },
  "client-certificate-password": {
    value: "text",
    isSecret: true,
    splitsCache: true,
    needs: ["client-certificate-file"],
  },
  "transport-protocol": { value: ["http", "https"], splitsCache: true },
  "transport-server": { value: "server", splitsCache: true },
  "transport-port": { value: "port", splitsCache: true },
  "proxy-server": { value: "server", splitsCache: true, excludes: "transport" },
  "proxy-credentials": { value: "credentials", splitsCache: true, needs: ["proxy-server"] },
} as const satisfies Readonly<Record<string, OptionRow>>;
