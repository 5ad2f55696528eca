import { type Context, state } from "../flow/context.js";

/**
 * Puts the fields that security schemes ask for among those of a request to an upstream system. The client's own
 * fields of these names go, since they must not pass for what was checked; so do those that many servers take for the
 * same: `x_claims` and `x-claims` are both `HTTP_X_CLAIMS` to a program behind CGI (RFC 3875 §4.1.18) or WSGI.
 */
export function addUpstreamFields($: Context, headers: Map<string, string>): void {
  const { upstreamFields } = $[state];
  if (upstreamFields === undefined) return;
  const taken = new Set([...upstreamFields.keys()].map(variableName));
  for (const name of headers.keys()) if (taken.has(variableName(name))) headers.delete(name);
  for (const [name, value] of upstreamFields) if (value !== undefined) headers.set(name, value);
}

/** What is left of a field's name where it becomes that of a variable: Apache keeps letters and digits alone. */
function variableName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "_");
}

/** Fields by lower-case name that are never sent to another origin than the one that the flow named. */
export function credentialFields($: Context): readonly string[] {
  return ["authorization", "cookie", ...($[state].upstreamFields?.keys() ?? [])];
}
