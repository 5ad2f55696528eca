/** The fields of upstream requests that carry the claims of tokens: upstream systems trust them, so no client may send them. */
export interface ClaimsFields {
  /** In lower case. */
  readonly names: readonly string[];
  /** Returns true if a field passes for one of them. */
  isTaken(name: string): boolean;
}

/**
 * The fields of these names. Many servers take more for the same: `x_claims` and `x-claims` are both `HTTP_X_CLAIMS` to a
 * program behind CGI (RFC 3875 §4.1.18) or WSGI.
 */
export function claimsFields(...names: readonly string[]): ClaimsFields {
  const taken = new Set(names.map(variableName));
  return { names, isTaken: (name) => taken.has(variableName(name)) };
}

/** The name of the variable that a field becomes, as Apache forms it: only letters and digits stay. */
function variableName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "_");
}
