import type { Application } from "./node/application.js";
import { type FetchListener, fetchListener } from "./node/fetch-listener.js";
import { WaitingRequest } from "./node/fetched-request.js";

/** The default export of a worker: nothing of the app but what the platform calls. */
export function worker(app: Application): { readonly fetch: FetchListener } {
  const answer = fetchListener(app, WaitingRequest);
  // The platform hands over more.
  return { fetch: (request, bindings) => answer(request, bindings) };
}
