import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext, type DetailedPeerCertificate } from "node:tls";
import { pemBlocks, pemText } from "../../security/crypto/pem.js";
import { pemOf } from "../../upstream/resilience/credentials.js";
import type { Showing } from "../node/check-module.js";
import type { Credentials } from "./needs.js";
import { advised, type Check } from "./report.js";

const day = 24 * 60 * 60 * 1000;

/** Certificates that end sooner are told of. */
export function endsSoon(time: number): boolean {
  return time - Date.now() < 30 * day;
}

/** @throws Error if one of them cannot be read */
export function certificatesIn(text: string): readonly X509Certificate[] {
  const blocks = pemBlocks(text).filter(({ label }) => /^(?:TRUSTED |X509 )?CERTIFICATE$/.test(label));
  return blocks.map((block) => new X509Certificate(pemText(block)));
}

function endOf({ validTo }: Pick<X509Certificate, "validTo">): number {
  return Date.parse(validTo);
}

function least(times: readonly number[]): number {
  return times.reduce((first, time) => Math.min(first, time), Number.POSITIVE_INFINITY);
}

/** The time at which the first of these ends; of several authorities, those that have ended do not count. */
export function firstEnd(certificates: readonly X509Certificate[], what: string): number {
  const valid = certificates.filter((one) => endOf(one) >= Date.now());
  return least((what === "ca" && valid.length > 0 ? valid : certificates).map(endOf));
}

/** In words that follow the certificate. */
export function endsIn(time: number): string {
  return time < Date.now() ? "has expired" : `expires in ${Math.floor((time - Date.now()) / day)} days`;
}

/** The longest chain that is looked at. */
const longestChain = 10;

/**
 * When the first certificate of the chain ends that a system has shown, in milliseconds since 1970. `undefined` if it has shown
 * none, or the platform does not tell.
 */
export function earliest(socket: Showing): number | undefined {
  const chain: DetailedPeerCertificate[] = [];
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  // A root that is known here has itself for its issuer.
  while (next?.valid_to !== undefined && chain.length < longestChain && !chain.includes(next)) {
    chain.push(next);
    next = next.issuerCertificate;
  }
  const end = least(chain.map(({ valid_to: validTo }) => Date.parse(validTo)));
  return Number.isFinite(end) ? end : undefined;
}

/** Looks at certificates, a key and authorities of the app. */
export function credentialChecks(subject: string, sources: Credentials): readonly Check[] {
  const checks: Check[] = [];
  if (Object.keys(sources).length === 0) return checks;
  const tell = (state: Check["state"], message: string, advice?: string): void => {
    checks.push(advised({ state, check: "certificate", subject, message }, advice));
  };
  const texts = new Map<string, string>();
  for (const [what, source] of Object.entries(sources))
    try {
      texts.set(what, pemOf(source, undefined));
    } catch (error) {
      const where = "env" in source ? source.env : source.path;
      const { code = "ERR" } = error as NodeJS.ErrnoException;
      tell(
        "wrong",
        `the ${what} of ${where} cannot be read: ${code}`,
        "Mount the file, or set the variable.",
      );
    }
  const leafs = [...texts]
    .filter(([what]) => what !== "key")
    .map(([what, text]) => [what, ends(what, text, tell)] as const);
  const leaf = new Map(leafs).get("certificate");
  const key = texts.get("key");
  if (key !== undefined) keyChecks(key, leaf, tell);
  // OpenSSL may refuse what looks right, such as a key that is too short.
  if (!checks.some(({ state }) => state === "wrong"))
    try {
      createSecureContext({ cert: texts.get("certificate"), key, ca: texts.get("ca") });
    } catch (error) {
      const { code = "ERR" } = error as NodeJS.ErrnoException;
      tell("wrong", `OpenSSL does not take them: ${code}`, "Ask for others, with a key that is long enough.");
    }
  return checks;
}

type Tell = (state: Check["state"], message: string, advice?: string) => void;

const renew = "Renew it: the app reads it again when it changes.";

/** Tells when the certificates in a text end. Returns the first one. */
function ends(what: string, text: string, tell: Tell): X509Certificate | undefined {
  let all: readonly X509Certificate[] = [];
  try {
    all = certificatesIn(text);
  } catch {
    // told below
  }
  const [first] = all;
  if (first === undefined)
    tell("wrong", `the ${what} is no certificate in PEM`, "It begins with -----BEGIN CERTIFICATE-----.");
  const ended = all.filter((one) => endOf(one) < Date.now());
  const others = all.filter((one) => !ended.includes(one));
  for (const { validFrom } of others)
    if (Date.parse(validFrom) > Date.now())
      tell("wrong", `the ${what} is not valid before ${validFrom}`, "Is the clock of this machine right?");
  // Of several authorities, the others still count.
  const state = what === "ca" && others.length > 0 ? "warning" : "wrong";
  if (ended.length > 1)
    tell(state, `${ended.length} of the ${all.length} certificates in the ${what} have expired`, renew);
  else for (const { validTo } of ended) tell(state, `the ${what} has expired on ${validTo}`, renew);
  if (others.length > 0) {
    const end = firstEnd(others, what);
    tell(endsSoon(end) ? "warning" : "ok", `the ${what} ${endsIn(end)}`, renew);
  }
  return first;
}

function keyChecks(key: string, certificate: X509Certificate | undefined, tell: Tell): void {
  try {
    const made = createPrivateKey(key);
    if (certificate?.checkPrivateKey(made) === false)
      tell("wrong", "the key is not that of the certificate", "Were both renewed together?");
  } catch {
    if (/ENCRYPTED/.test(key))
      tell(
        "wrong",
        "the key is encrypted, and nothing can tell its passphrase",
        "Keep it without one: openssl pkey -in key.pem -out plain.pem.",
      );
    else tell("wrong", "the key is no private key in PEM", "It begins with -----BEGIN PRIVATE KEY-----.");
  }
}
