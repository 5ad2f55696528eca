import type { ClientRequest } from "../client.js";
import type { Expected } from "../samples.js";

/** A request to a fixture's app and the response that a client must get, both in process and over HTTP. */
export interface Exchange extends Expected {
  readonly name: string;
  readonly request: ClientRequest;
}
