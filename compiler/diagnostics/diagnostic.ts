import type { Span } from "../source/source-text.js";
import { type Arguments, catalogue, type DiagnosticName, type Severity } from "./catalogue.js";
import { told } from "./entry.js";
import { type Fix, fixOf } from "./fix.js";

/** One finding of the build. It has no `span` if it is not about a file. */
export interface Diagnostic {
  readonly name: DiagnosticName;
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string | undefined;
  readonly span: Span | undefined;
  /** The edit that the hint suggests, where that is certain. */
  readonly fix: Fix | undefined;
}

export function diagnostic<N extends DiagnosticName>(
  span: Span | undefined,
  name: N,
  ...args: Arguments<N>
): Diagnostic {
  const [values] = args;
  return { name, ...told(catalogue[name], values), span, fix: fixOf(span, values) };
}
