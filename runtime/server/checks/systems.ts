import type { ConnectionOptions } from "node:tls";
import { entriesOf } from "../../base/setting.js";
import { settings } from "../../base/settings.js";
import type { JsonObject } from "../../data/model/values.js";
import type { Secured } from "../../upstream/named-upstreams.js";
import { pemOf } from "../../upstream/resilience/credentials.js";
import { connectedTo, readSettings, type TlsSettings } from "../../upstream/sockets/socket-settings.js";
import { answers } from "../node/upstream-probes.js";
import { credentialChecks, endsIn, endsSoon } from "./certificates.js";
import { adviceFor, connect } from "./connect.js";
import { type Credentials, type NeededUpstream, urlOf } from "./needs.js";
import { advised, type Check, valueIfRight } from "./report.js";

/** Looks at a system that flows, the description or a token needs. */
export async function upstreamChecks(upstream: NeededUpstream): Promise<readonly Check[]> {
  const { origin, credentials } = upstream;
  const url = urlOf(origin);
  const from = upstream.from.join(", ");
  if (url !== undefined) {
    const subject = origin.includes("$") ? `${origin} (${url.host})` : origin;
    if (valueIfRight(() => settings.UPSTREAM_ORIGINS.of(undefined))?.allows(url) === false)
      return [{ ...notAllowed, message: `does not have ${subject}, so requests to it fail`, from }];
    const checks = await systemChecks("upstream", subject, url, upstream, origin);
    return checks.map((check) => (from === "" ? check : { ...check, from }));
  }
  const own = credentials === undefined ? [] : credentialChecks(origin, credentials);
  // A variable that is not set is told of already; one may also have a host alone, or anything.
  const isUrl = /^\$\w+$/.test(origin) && process.env[origin.slice(1)];
  const message = "is no URL, so it was not looked at";
  const advice = "Requests need a URL that begins with http:// or https://.";
  return isUrl
    ? [{ state: "warning", check: "upstream", subject: origin, message, from, advice }, ...own]
    : own;
}

const notAllowed: Omit<Check, "message"> = {
  state: "wrong",
  check: "settings",
  subject: "FLOW_UPSTREAM_ORIGINS",
  advice: "Add its origin.",
};

/** How a system is reached, and what says that it is well. */
type System = Partial<Pick<NeededUpstream, "health" | "credentials" | "options">>;

export async function systemChecks(
  check: "upstream" | "collector",
  subject: string,
  url: URL,
  system: System,
  owner = subject,
): Promise<readonly Check[]> {
  const { credentials } = system;
  const own = credentials === undefined ? [] : credentialChecks(owner, credentials);
  return [...(await reached(check, subject, url, system)), ...own];
}

export async function reached(
  check: "upstream" | "collector",
  subject: string,
  url: URL,
  { health, credentials = {}, options }: System,
): Promise<readonly Check[]> {
  const told = (state: Check["state"], message: string, advice?: string): Check =>
    advised({ state, check, subject, message }, advice);
  const way = wayTo(url, options);
  if (typeof way === "string") return [told("ok", way)];
  const { to, name = to, tls, what = "" } = way;
  const pems = pemsOf(credentials);
  const { problem, expires } = await connect(to, name, { ...pems, ...tls });
  const isWell = health === undefined || (await answers(url.origin + health, () => pems));
  const advice = problem === undefined ? undefined : adviceFor(problem);
  return [
    !isWell
      ? told(
          "wrong",
          `${health} does not say that it is well`,
          advice ?? "It has to answer with a status below 500 within 2 s.",
        )
      : problem === undefined
        ? told("ok", health === undefined ? `${what}can be connected to` : `${health} says that it is well`)
        : told("wrong", `${what}cannot be connected to: ${problem}`, advice),
    ...(problem === undefined ? shownChecks(subject, expires) : []),
  ];
}

/** Tells of a certificate that a system has shown, if it ends soon. */
export function shownChecks(subject: string, expires: number | undefined): readonly Check[] {
  if (expires === undefined || !endsSoon(expires)) return [];
  const message = `the certificate that it shows ${endsIn(expires)}`;
  const shown: Check = { state: "warning", check: "certificate", subject, message };
  return [advised(shown, "Whoever runs it has to renew it.")];
}

interface Way {
  readonly to: URL;
  /** The URL with the name that the certificate has to have. */
  readonly name?: URL;
  readonly tls?: ConnectionOptions;
  /** What stands in its place, with a space behind it. */
  readonly what?: string;
}

/** Where connections to a system go, and how; a sentence where only requests know that. */
function wayTo(url: URL, options: NeededUpstream["options"]): Way | string {
  const byProxy = (to: URL): Way => ({ to, what: `the proxy ${to.host} ` });
  const usual = proxyOf(url);
  if (options === undefined) return usual === undefined ? { to: url } : byProxy(usual);
  const { "client-certificate-file": _, ...others } = options;
  if (Object.values(others).includes(null)) return "was not looked at: only requests know how it is reached";
  try {
    const { tls, transport, proxy } = readSettings({ options: others as JsonObject, certificate: undefined });
    const to = connectedTo(url, { transport, proxy });
    if (proxy !== undefined) return byProxy(to);
    return { to, name: url, tls: tlsOf(tls), ...(to.host !== url.host && { what: `${to.host} ` }) };
  } catch (error) {
    return (error as Error).message;
  }
}

function tlsOf({ isChecked, ...tls }: TlsSettings): ConnectionOptions {
  return {
    ...tls,
    rejectUnauthorized: isChecked,
  };
}

/** The proxy of the environment, which Node uses where it is told to. */
function proxyOf({ protocol, hostname }: URL): URL | undefined {
  const { env } = process;
  const named = (name: string) => env[name.toLowerCase()] || env[name];
  const text = named(protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY");
  if (!env.NODE_USE_ENV_PROXY || !/^https?:$/.test(protocol) || !text || !URL.canParse(text))
    return undefined;
  const isExcepted = entriesOf(named("NO_PROXY") ?? "").some((entry) => {
    const name = entry.replace(/^\*?\./, "").replace(/:\d+$/, "");
    return entry === "*" || hostname === name || hostname.endsWith(`.${name}`);
  });
  return isExcepted ? undefined : new URL(text);
}

/** What can be read of them; the rest is told by checks of their own. */
function pemsOf(sources: Credentials): Secured {
  const read = (name: string): string | undefined => {
    const source = sources[name];
    try {
      return source && pemOf(source, undefined);
    } catch {
      return undefined;
    }
  };
  const [ca, cert, key] = [read("ca"), read("certificate"), read("key")];
  return { ...(ca && { ca }), ...(cert && key && { cert, key }) };
}
