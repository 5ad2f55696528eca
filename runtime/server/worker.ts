import type { Application } from "./node/application.js";
import { type FetchListener, fetchListener } from "./node/fetch-listener.js";
import { WaitingRequest } from "./node/fetched-request.js";

/** The default export of a worker: nothing of the app but what the platform calls. */
export function worker(app: Application): { readonly fetch: FetchListener } {
  return { fetch: fetchListener(app, WaitingRequest) };
}
