import { type EngineErrorKind, upstreamConnection } from "../flow/engine-errors.js";

/** An upstream request got no response that could be used. `info` is seen by the client; it names no host. */
export class RequestFailure extends Error {
  readonly status: number;
  readonly kind: EngineErrorKind;
  readonly info: readonly string[];
  /** What the log has beside it. */
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
