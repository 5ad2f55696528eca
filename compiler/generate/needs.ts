import { readVariables } from "../analyse/flows/environment-reads.js";
import type { Program } from "../analyse/program.js";
import { UpstreamNames } from "../analyse/urls/upstream-names.js";
import type { PemSource } from "../syntax/openapi.js";

/** The surroundings that a deployed app needs, as far as the build knows. */
export interface Needs {
  /** The environment variables that it reads by their names, sorted. */
  readonly environment: readonly string[];
  /** Those of them with secrets that the app also reads from files, again when these change; by their names, sorted. */
  readonly secrets: readonly SecretVariable[];
  /** Those without which no token is accepted, sorted; left out if there are none. */
  readonly tokens?: readonly string[];
  /** The upstream systems, sorted by their origins. */
  readonly upstreams: readonly NeededUpstream[];
}

export interface SecretVariable {
  readonly name: string;
  /** The variable that takes the path of the file: the same one, or another. */
  readonly file: string;
}

interface NeededUpstream {
  /** Such as `https://users.example`, or `$USERS_API` where a variable has it. */
  readonly origin: string;
  /** The path at which it says that it is well. */
  readonly health?: string;
  /** `certificate`, `key` and `ca`. */
  readonly credentials?: Readonly<Record<string, PemSource>>;
}

export function needsOf({ api, flows, templates, dataFlow, securitySchemes }: Program): Needs {
  const names = new UpstreamNames(dataFlow.variables);
  const upstreams = new Map<string, NeededUpstream>();
  const variables = new Set(readVariables(flows.values()));
  for (const origin of [...flows.values()].flatMap((flow) => names.in(flow, templates)))
    if (!origin.includes("…")) upstreams.set(origin, { origin });
  for (const { origin: place, health, credentials } of api.upstreams) {
    const origin = typeof place === "string" ? place : `$${place.env}`;
    upstreams.set(origin, { origin, ...(health && { health }), ...(credentials && { credentials }) });
  }
  const nameOf = (place: string | PemSource) =>
    typeof place === "object" && "env" in place ? [place.env] : [];
  const credentials = api.upstreams.flatMap((one) => Object.values(one.credentials ?? {}).flatMap(nameOf));
  const keys = securitySchemes.flatMap(({ key }) => (key.kind === "environment" ? [key.name] : []));
  const secrets = new Map([
    ...keys.map((name) => [name, { name, file: `${name}_FILE` }] as const),
    ...credentials.map((name) => [name, { name, file: name }] as const),
  ]);
  const ofTokens = securitySchemes
    .flatMap(({ key, algorithm, claims }) => [
      ...[key.kind === "key-set" ? key.url : key, algorithm],
      ...claims.map(({ expected }) => expected),
    ])
    .flatMap((setting) => (setting.kind === "environment" ? [setting.name] : []));
  const ofUpstreams = api.upstreams.flatMap(({ origin }) => nameOf(origin));
  return {
    environment: [...new Set([...variables, ...ofUpstreams, ...credentials, ...ofTokens])].sort(),
    ...(ofTokens.length > 0 && { tokens: [...new Set(ofTokens)].sort() }),
    // Flows read the value, not a file.
    secrets: [...secrets.values()]
      .filter(({ name }) => !variables.has(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    upstreams: [...upstreams.values()].sort((a, b) => (a.origin < b.origin ? -1 : 1)),
  };
}
