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
