export type Severity = "error" | "warning";

export interface Entry<A> {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string | ((args: A) => string);
  readonly hint?: string | ((args: A) => string | undefined);
}

export function error<A = undefined>(
  code: string,
  message: Entry<A>["message"],
  hint?: Entry<A>["hint"],
): Entry<A> {
  return hint === undefined
    ? { code, severity: "error", message }
    : { code, severity: "error", message, hint };
}

export function warning<A = undefined>(
  code: string,
  message: Entry<A>["message"],
  hint?: Entry<A>["hint"],
): Entry<A> {
  return hint === undefined
    ? { code, severity: "warning", message }
    : { code, severity: "warning", message, hint };
}
