import type { UpstreamOrigins } from "../base/origins.js";
import * as engineErrors from "../request/engine-errors.js";
import { type EngineErrorKind, upstreamConnection } from "../request/engine-errors.js";

/** An upstream request got no usable response. The client sees `info`, so it names no host. */
export class RequestFailure extends Error {
  readonly status: number;
  readonly kind: EngineErrorKind;
  readonly info: readonly string[];
  /** More about the reason, for the log alone. */
  readonly detail: string;

  constructor(
    info: string | readonly string[],
    status = 502,
    kind: EngineErrorKind = upstreamConnection,
    detail = "",
  ) {
    const lines = typeof info === "string" ? [info] : info;
    super(lines.join(" "));
    this.name = "RequestFailure";
    this.status = status;
    this.kind = kind;
    this.info = lines;
    this.detail = detail;
  }
}

/** @throws RequestFailure if `FLOW_UPSTREAM_ORIGINS` does not allow the server; only the log says which server it is */
export function refuseOrigin(url: URL, origins: UpstreamOrigins | undefined): void {
  if (origins === undefined || origins.allows(url)) return;
  const detail = `FLOW_UPSTREAM_ORIGINS does not have ${url.origin}.`;
  throw new RequestFailure("The server is not allowed.", 502, engineErrors.upstreamConnection, detail);
}
