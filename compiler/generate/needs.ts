import { readVariables } from "../analyse/flows/environment-reads.js";
import type { Program } from "../analyse/program.js";
import { UpstreamNames } from "../analyse/urls/upstream-names.js";
import type { PemSource } from "../syntax/openapi.js";

/** The surroundings that a deployed app needs, as far as the build knows. */
export interface Needs {
  /** The environment variables that it reads by their names, sorted. */
  readonly environment: readonly string[];
  /** The upstream systems, sorted by their origins. */
  readonly upstreams: readonly NeededUpstream[];
}

interface NeededUpstream {
  /** Such as `https://users.example`, or `$USERS_API` where a variable has it. */
  readonly origin: string;
  /** The path at which it says that it is well. */
  readonly health?: string;
  /** `certificate`, `key` and `ca`. */
  readonly credentials?: Readonly<Record<string, PemSource>>;
}

export function needsOf({ api, flows, templates, dataFlow }: Program): Needs {
  const names = new UpstreamNames(dataFlow.variables);
  const upstreams = new Map<string, NeededUpstream>();
  const variables = readVariables(flows.values());
  for (const origin of [...flows.values()].flatMap((flow) => names.in(flow, templates)))
    if (!origin.includes("…")) upstreams.set(origin, { origin });
  for (const { origin: place, health, credentials } of api.upstreams) {
    const origin = typeof place === "string" ? place : `$${place.env}`;
    upstreams.set(origin, { origin, ...(health && { health }), ...(credentials && { credentials }) });
  }
  const ofUpstreams = api.upstreams.flatMap(({ origin, credentials = {} }) =>
    [origin, ...Object.values(credentials)].flatMap((one) =>
      typeof one === "object" && "env" in one ? [one.env] : [],
    ),
  );
  return {
    environment: [...new Set([...variables, ...ofUpstreams])].sort(),
    upstreams: [...upstreams.values()].sort((a, b) => (a.origin < b.origin ? -1 : 1)),
  };
}
