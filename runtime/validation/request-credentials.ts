import type { Contract, Credential } from "./contract.js";
import type { ParameterSource } from "./parameters.js";

/**
 * Returns the parts of the first list of credentials that a request lacks; none if it has all of any list.
 */
export function missingCredentials(
  credentials: NonNullable<Contract["credentials"]>,
  source: ParameterSource,
): readonly string[] {
  const missing = credentials.map((all) => all.filter(({ place, name }) => !source.sent(place, name)));
  return missing.some((all) => all.length === 0) ? [] : (missing[0] ?? []).map(describe);
}

function describe({ scheme, place, name }: Credential): string {
  return `${titles[place]} Security (${scheme}): Missing ${place === "query" ? "query parameter" : place} ${name}`;
}

const titles = { header: "Header", query: "Query", cookie: "Cookie" } as const;
