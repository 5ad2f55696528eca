import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";

/** One thing that was looked at. */
export interface Check {
  readonly state: "ok" | "warning" | "wrong";
  readonly check: "settings" | "start" | "environment" | "upstream" | "certificate" | "cache";
  /** Never a value that may be a secret. */
  readonly subject: string;
  readonly message: string;
}

const pemSource = z.union([z.object({ env: z.string() }), z.object({ path: z.string() })]);

/** `certificate`, `key` and `ca`, each where the app finds it: a path, or a variable with a path or with the PEM. */
export const pemSources = z.record(z.string(), pemSource);

/** Certificates that end sooner are told of. */
const daysLeft = 30;
const day = 24 * 60 * 60 * 1000;

/** Looks at the client certificate for an upstream system, its key and its authorities. */
export function credentialChecks(subject: string, sources: z.infer<typeof pemSources>): readonly Check[] {
  const check = "certificate";
  const texts = new Map<string, string>();
  const checks: Check[] = [];
  for (const [what, source] of Object.entries(sources))
    try {
      texts.set(what, pemOf(source));
    } catch (error) {
      const { code = "it is not set" } = error as NodeJS.ErrnoException;
      const where = "env" in source ? source.env : source.path;
      checks.push({
        state: "wrong",
        check,
        subject,
        message: `the ${what} of ${where} cannot be read: ${code}`,
      });
    }
  const wrong = (message: string): number => checks.push({ state: "wrong", check, subject, message });
  for (const [what, text] of texts) {
    if (what === "key") continue;
    const certificates = certificatesIn(text);
    if (certificates === undefined) wrong(`the ${what} is no certificate in PEM`);
    for (const { validTo } of certificates ?? []) {
      const days = Math.floor((Date.parse(validTo) - Date.now()) / day);
      if (days < 0) wrong(`the ${what} has expired on ${validTo}`);
      else
        checks.push({
          ...{ state: days < daysLeft ? "warning" : "ok", check, subject },
          message: `the ${what} expires in ${days} days`,
        });
    }
  }
  const [key, certificate] = [texts.get("key"), texts.get("certificate")];
  const leaf = certificate === undefined ? undefined : certificatesIn(certificate)?.[0];
  if (key !== undefined && leaf !== undefined)
    try {
      if (!leaf.checkPrivateKey(createPrivateKey(key))) wrong("the key is not that of the certificate");
    } catch {
      wrong("the key is no private key in PEM");
    }
  return checks;
}

/** Texts in PEM for a connection with TLS. */
export interface Pems {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** What can be read of a client certificate, its key and its authorities; the rest is told by the checks. */
export function pemsOf(sources: z.infer<typeof pemSources>): Pems {
  const read = (name: string): string | undefined => {
    const source = sources[name];
    try {
      return source && pemOf(source);
    } catch {
      return undefined;
    }
  };
  const [ca, cert, key] = [read("ca"), read("certificate"), read("key")];
  return { ...(ca && { ca }), ...(cert && key && { cert, key }) };
}

/** @throws Error if there is none */
function pemOf(source: z.infer<typeof pemSource>): string {
  const text = "path" in source ? source.path : process.env[source.env];
  if (!text) throw new Error();
  return text.includes("-----BEGIN ") ? text : readFileSync(text, "utf8");
}

function certificatesIn(text: string): readonly X509Certificate[] | undefined {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
  try {
    return blocks?.map((block) => new X509Certificate(block));
  } catch {
    return undefined;
  }
}
