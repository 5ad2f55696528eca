import { nearest } from "../../../runtime/base/nearest.js";
import { isSendable } from "../../../runtime/http/methods.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Span } from "../../source/source-text.js";

/** Proves that a request can have a method, and that there is such a method. */
export function checkMethod(written: string, span: Span, reporter: Reporter): void {
  if (written === "") return;
  const method = written.toUpperCase();
  if (!isSendable(method)) reporter.report(span, "unsendableMethod", { method: written });
  else if (!methods.has(method))
    reporter.report(span, "unknownMethod", { method: written, nearest: nearest(method, methods) });
}

/**
 * Those of HTTP, in the order in which they are suggested, of IANA's registry, and of caches. UPDATE is missing, though
 * version control over HTTP has it: who writes it means PUT or PATCH.
 */
const methods: ReadonlySet<string> = new Set([
  ...["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY", "PURGE", "BAN"],
  ...["ACL", "BASELINE-CONTROL", "BIND", "CHECKIN", "CHECKOUT", "COPY", "LABEL", "LINK", "LOCK", "MERGE"],
  ...["MKACTIVITY", "MKCALENDAR", "MKCOL", "MKREDIRECTREF", "MKWORKSPACE", "MOVE", "ORDERPATCH", "PROPFIND"],
  ...["PROPPATCH", "REBIND", "REPORT", "SEARCH", "UNBIND", "UNCHECKOUT", "UNLINK", "UNLOCK"],
  ...["UPDATEREDIRECTREF", "VERSION-CONTROL", "NOTIFY", "SUBSCRIBE", "UNSUBSCRIBE", "M-SEARCH"],
]);
