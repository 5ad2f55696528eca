import type { PemSource } from "../../upstream/resilience/credentials.js";

/** The surroundings that an app needs, as far as the build knows: `needs` in `flowc.json`, and the files beside it. */
export interface Needs {
  /** The variables that it reads. */
  readonly environment: readonly string[];
  /** Those of them with secrets, and the variables that may name files with these. */
  readonly secrets: readonly { readonly name: string; readonly file: string }[];
  /** Those of them without which no token is accepted. */
  readonly tokens?: readonly string[] | undefined;
  readonly upstreams: readonly NeededUpstream[];
  /** The certificates in files of the flow directory, by the paths of these. */
  readonly certificates?: Readonly<Record<string, string>> | undefined;
  /** The files that `server.js` may load. */
  readonly files?: readonly string[] | undefined;
}

export interface NeededUpstream {
  /** Such as `https://users.example`, or `$USERS_API` where a variable has it. */
  readonly origin: string;
  /** What asks it, such as the paths of flows. */
  readonly from: readonly string[];
  /** The path at which it says that it is well. */
  readonly health?: string | undefined;
  readonly credentials?: Credentials | undefined;
  /** Request options about the connection; `null` is a value that only requests know. */
  readonly options?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}

/** `certificate`, `key` and `ca`. */
export type Credentials = Readonly<Record<string, PemSource>>;

/** The URL that a text with names of variables stands for; `undefined` for any other text. */
export function urlOf(origin: string): URL | undefined {
  const text = origin.replace(/\$([A-Za-z_]\w*)/g, (_, name: string) => process.env[name] ?? "");
  return /^(?:https?|ldaps?):\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}
