import { idField } from "../http/request-id.js";
import { type Context, state } from "../request/context.js";

/** Adds the ID of the client's request, where requests have one that passes. That of an untrusted client goes no further. */
export function passId($: Context, headers: Map<string, string>): void {
  const field = idField($[state].bindings);
  if (field !== undefined) headers.set(field, $[state].requestID);
}

/**
 * Adds the claims that security schemes have checked to the fields of an upstream request. The client's own fields of all
 * these names go, whichever scheme the operation requires: they must not pass for checked ones.
 */
export function addUpstreamFields($: Context, headers: Map<string, string>): void {
  const { upstreamFields, facilities } = $[state];
  const { claims } = facilities;
  if (claims === undefined) return;
  for (const name of headers.keys()) if (claims.isTaken(name)) headers.delete(name);
  for (const [name, value] of upstreamFields ?? []) headers.set(name, value);
}

/** Fields, by lower-case name, that are sent only to the origin that the flow named. */
export function credentialFields($: Context): readonly string[] {
  const { claims } = $[state].facilities;
  return claims === undefined ? clientCredentials : [...clientCredentials, ...claims.names];
}

const clientCredentials: readonly string[] = ["authorization", "cookie"];
