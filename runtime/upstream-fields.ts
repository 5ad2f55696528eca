import { type Context, state } from "./context.js";

/**
 * Puts the fields that security schemes ask for among those of a request to an upstream system. The client's own
 * fields of these names go, since they must not pass for what was checked.
 */
export const addUpstreamFields = ($: Context, headers: Map<string, string>): void => {
  for (const [name, value] of $[state].upstreamFields ?? []) {
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
};

/** Fields by lower-case name that are never sent to another origin than the one that the flow named. */
export const credentialFields = ($: Context): readonly string[] => [
  "authorization",
  "cookie",
  ...($[state].upstreamFields?.keys() ?? []),
];
