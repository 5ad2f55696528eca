import type { UpstreamOrigins } from "../base/origins.js";
import * as engineErrors from "../request/engine-errors.js";
import { RequestFailure } from "./failure.js";

/** @throws RequestFailure if `FLOW_UPSTREAM_ORIGINS` does not allow the server; only the log says which server it is */
export function refuseOrigin(url: URL, origins: UpstreamOrigins | undefined): void {
  if (origins === undefined || origins.allows(url)) return;
  const detail = `FLOW_UPSTREAM_ORIGINS does not have ${url.origin}.`;
  throw new RequestFailure("The server is not allowed.", 502, engineErrors.upstreamConnection, detail);
}
