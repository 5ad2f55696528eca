import { readVariables } from "../analyse/flows/environment-reads.js";
import type { Program } from "../analyse/program.js";
import { certificateFiles, connectionsOf } from "../analyse/urls/connections.js";
import { systemOfUrl, UpstreamNames } from "../analyse/urls/upstream-names.js";
import type { AppFlow, Connection } from "../syntax/flow-summary.js";
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
  /** Client certificates that are part of the app: without their keys, by their paths. Left out if there are none. */
  readonly certificates?: Readonly<Record<string, string>>;
}

export interface SecretVariable {
  readonly name: string;
  /** The variable that takes the path of the file: the same one, or another. */
  readonly file: string;
}

interface NeededUpstream extends Connection {
  /** What asks it: paths of flows, the first few of them; `x-flow-upstreams`; a security scheme. */
  readonly from: readonly string[];
  /** The path at which it says that it is well. */
  readonly health?: string;
  /** `certificate`, `key` and `ca`. */
  readonly credentials?: Readonly<Record<string, PemSource>>;
}

/** How many flows are named that ask one system. */
const mostNamed = 3;

export function needsOf(program: Program): Needs {
  const { api, flows, securitySchemes } = program;
  const upstreams = upstreamsOf(program);
  const variables = new Set(readVariables(flows.values()));
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
  const certificates = certificatesOf(program, upstreams);
  const ofUpstreams = api.upstreams.flatMap(({ origin }) => nameOf(origin));
  return {
    environment: [...new Set([...variables, ...ofUpstreams, ...credentials, ...ofTokens])].sort(),
    ...(ofTokens.length > 0 && { tokens: [...new Set(ofTokens)].sort() }),
    // Flows read the value, not a file.
    secrets: [...secrets.values()]
      .filter(({ name }) => !variables.has(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    upstreams,
    ...(certificates.length > 0 && { certificates: Object.fromEntries(certificates) }),
  };
}

function upstreamsOf({
  api,
  flows,
  templates,
  dataFlow,
  securitySchemes,
}: Program): readonly NeededUpstream[] {
  const names = new UpstreamNames(dataFlow.variables);
  const found = new Map<string, NeededUpstream>();
  const add = (one: Connection, from: string): void => {
    const key = `${one.origin} ${JSON.stringify(one.options)}`;
    const before = found.get(key)?.from ?? [];
    if (before.length < mostNamed) found.set(key, { ...one, from: [...before, from] });
  };
  for (const path of [...flows.keys()].sort())
    for (const one of connectionsOf(flows.get(path) as AppFlow, templates, names)) add(one, path);
  for (const { name, key } of securitySchemes) {
    if (key.kind !== "key-set") continue;
    const origin = key.url.kind === "text" ? systemOfUrl(key.url.text) : `$${key.url.name}`;
    if (origin !== undefined) add({ origin }, name);
  }
  for (const { origin: place, health, credentials } of api.upstreams) {
    const origin = typeof place === "string" ? place : `$${place.env}`;
    const rules = { ...(health && { health }), ...(credentials && { credentials }) };
    const asked = [...found].filter(([, one]) => one.origin === origin);
    if (asked.length === 0) found.set(origin, { origin, from: ["x-flow-upstreams"], ...rules });
    // Connections of their own kind have credentials of their own.
    for (const [key, one] of asked)
      if (one.options === undefined)
        found.set(key, { ...one, from: [...one.from, "x-flow-upstreams"], ...rules });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** The certificates in files of the flow directory, without what else is in these. */
function certificatesOf({ files }: Program, upstreams: readonly NeededUpstream[]) {
  const paths = new Set(upstreams.flatMap(certificateFiles));
  return [...paths].sort().flatMap((path): readonly (readonly [string, string])[] => {
    const blocks = files.get(path)?.text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
    return blocks ? [[path, blocks.join("\n")]] : [];
  });
}
