import { type Context, state } from "../request/context.js";

/**
 * Adds the fields that security schemes ask for to those of an upstream request. The client's own fields of these names
 * go, since they must not pass for checked ones. So do fields that many servers take for the same: `x_claims` and
 * `x-claims` are both `HTTP_X_CLAIMS` to a program behind CGI (RFC 3875 §4.1.18) or WSGI.
 */
export function addUpstreamFields($: Context, headers: Map<string, string>): void {
  const { upstreamFields } = $[state];
  if (upstreamFields === undefined) return;
  const taken = new Set([...upstreamFields.keys()].map(variableName));
  for (const name of headers.keys()) if (taken.has(variableName(name))) headers.delete(name);
  for (const [name, value] of upstreamFields) if (value !== undefined) headers.set(name, value);
}

/** The name of the variable that a field becomes, as Apache forms it: only letters and digits stay. */
function variableName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "_");
}

/** Fields, by lower-case name, that are sent only to the origin that the flow named. */
export function credentialFields($: Context): readonly string[] {
  const { upstreamFields } = $[state];
  return upstreamFields === undefined ? clientCredentials : [...clientCredentials, ...upstreamFields.keys()];
}

const clientCredentials: readonly string[] = ["authorization", "cookie"];
