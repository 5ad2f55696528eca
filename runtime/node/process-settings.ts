import { isIP } from "node:net";
import { setting } from "../environment/settings.js";

/** Where those who watch over the process ask, and how the process ends. */
export interface AdminSettings {
  /** `undefined`: nowhere. */
  readonly port: number | undefined;
  readonly host: string;
  /** Milliseconds from the signal to the end until the server takes no more connections. */
  readonly drainDelay: number;
  /** URLs of what must answer before requests may come. */
  readonly readyUrls: readonly string[];
}

/** The most URLs that `FLOW_READY_URLS` may have. */
const mostReadyUrls = 20;

/** The longest `FLOW_DRAIN_DELAY`, in seconds. */
const longestDelay = 3600;

const hostName = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i;

/** The port that a text names; `undefined` if it names none. */
export function portFrom(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : undefined;
}

/** The port of the server: `PORT`, or 8080. A wrong value ends the process with exit code 2. */
export function publicPort(): number {
  const text = process.env.PORT || "8080";
  return portFrom(text) ?? refuse("PORT", portRange, text);
}

/**
 * What `FLOW_ADMIN_PORT`, `FLOW_ADMIN_HOST`, `FLOW_DRAIN_DELAY` and `FLOW_READY_URLS` say. A wrong value ends the process with exit code 2.
 * @param taken the port of the server
 */
export function adminSettings(taken: number): AdminSettings {
  const text = setting(undefined, "ADMIN_PORT");
  const port =
    text === undefined ? undefined : (portFrom(text) ?? refuse("FLOW_ADMIN_PORT", portRange, text));
  if (port === taken && port !== 0) refuse("FLOW_ADMIN_PORT", "another port than PORT", port);
  const host = setting(undefined, "ADMIN_HOST") ?? "127.0.0.1";
  if (isIP(host) === 0 && !hostName.test(host))
    refuse("FLOW_ADMIN_HOST", "an IP address or the name of a host", host);
  const delay = setting(undefined, "DRAIN_DELAY") ?? "0";
  if (!/^\d+(?:\.\d+)?$/.test(delay) || Number(delay) > longestDelay)
    refuse("FLOW_DRAIN_DELAY", `seconds from 0 to ${longestDelay}`, delay);
  const readyUrls = (setting(undefined, "READY_URLS") ?? "").split(/[\s,]+/).filter((url) => url !== "");
  if (readyUrls.length > mostReadyUrls || !readyUrls.every(isProbeUrl))
    refuse(
      "FLOW_READY_URLS",
      `at most ${mostReadyUrls} URLs with http or https, and without user names`,
      undefined,
    );
  return { port, host, drainDelay: Number(delay) * 1000, readyUrls };
}

/** `fetch` takes no URL with a user. */
function isProbeUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

const portRange = "an integer from 0 to 65535";

/**
 * Says what a setting must be, and ends the process.
 * @param value `undefined` if it may be a secret
 */
export function refuse(name: string, wanted: string, value: unknown): never {
  console.error(`${name} must be ${wanted}${value === undefined ? "" : `, not ${JSON.stringify(value)}`}`);
  process.exit(2);
}
