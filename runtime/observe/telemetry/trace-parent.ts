/** A span of a trace, as the header field `traceparent` names it (W3C Trace Context §3.2.2). */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceID: string;
  /** 16 hexadecimal digits. */
  readonly spanID: string;
  /** The lowest bit says that the sender may have recorded the trace. */
  readonly flags: number;
}

const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const zeros = /^0+$/;

/** Reads a field `traceparent`; `undefined` if it is malformed. Later versions may have more at the end. */
export function parseTraceParent(text: string): TraceParent | undefined {
  if (text.length > maxLength) return undefined;
  const [, version, traceID = "", spanID = "", flags = "", more] = form.exec(text) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined;
  if (zeros.test(traceID) || zeros.test(spanID)) return undefined;
  return { traceID, spanID, flags: Number.parseInt(flags, 16) };
}

/** Later versions may be longer than 55 characters, but have no reason to be much longer. */
const maxLength = 256;

export function traceParentText({ traceID, spanID, flags }: TraceParent): string {
  return `00-${traceID}-${spanID}-${flags.toString(16).padStart(2, "0")}`;
}
