import { codeFrame, type Diagnostic, visible } from "../../../../compiler/diagnostics/index.js";
import type { WorkbenchFinding } from "../api.js";

/** A diagnostic as the page shows it. */
export function workbenchFinding({ code, severity, message, hint, span }: Diagnostic): WorkbenchFinding {
  const place = span?.source.place(span.start);
  const rows = span === undefined ? [] : codeFrame(span, (mark) => mark);
  if (hint !== undefined) rows.push(`hint: ${visible(hint)}`);
  return {
    code,
    severity,
    message: visible(message),
    file: span?.source.path ?? "",
    line: place?.line ?? 1,
    column: place?.column ?? 1,
    frame: rows.join("\n"),
  };
}
