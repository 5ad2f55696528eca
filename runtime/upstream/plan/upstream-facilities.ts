import type { UpstreamApi } from "./api.js";
import type { HttpCache } from "./cache.js";
import type { Charsets } from "./charsets.js";
import type { Multipart } from "./multipart.js";
import type { Sockets } from "./socket-options.js";

/** What only some apps need to send upstream requests. */
export interface UpstreamFacilities {
  /** Keeps upstream responses. */
  readonly cache?: HttpCache;
  /** Carries out options of upstream requests about connections. */
  readonly sockets?: Sockets;
  /** Writes the `uploads` of upstream requests. */
  readonly multipart?: Multipart;
  /** Finds charsets of upstream requests other than UTF-8. */
  readonly charsets?: Charsets;
  /** The API descriptions of upstream systems, as flows name them. */
  readonly definitions?: Readonly<Record<string, UpstreamApi>>;
}

declare module "../../request/facilities.js" {
  interface Facilities extends UpstreamFacilities {}
}
