import { createPrivateKey, X509Certificate } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheDirectory } from "../../../shared/cache.js";
import { day, type Identity, selfSigned } from "./certificates.js";

/**
 * A certificate for this machine that nobody has signed, so that browsers warn of it once. It is kept in the user's
 * cache, where no one else can read it.
 */
export async function ownIdentity(): Promise<Identity> {
  const directory = cacheDirectory();
  const kept = directory === undefined ? undefined : keptIdentity(directory);
  if (kept !== undefined) return kept;
  const hosts = ["localhost", "127.0.0.1", "::1"];
  const made = await selfSigned("--https without a certificate", "flowc dev", hosts);
  if (directory !== undefined) keep(directory, made);
  return made;
}

const fileIn = (directory: string): string => join(directory, "flowc-dev.pem");

function keptIdentity(directory: string): Identity | undefined {
  try {
    const { uid, mode } = lstatSync(fileIn(directory));
    // Whoever can read the key can be this server.
    if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o077) !== 0)) return undefined;
    const text = readFileSync(fileIn(directory), "utf8");
    const at = text.indexOf("-----BEGIN CERTIFICATE-----");
    const identity = { key: text.slice(0, at), cert: text.slice(at) };
    const certificate = new X509Certificate(identity.cert);
    const isGood = certificate.checkPrivateKey(createPrivateKey(identity.key));
    return isGood && Date.parse(certificate.validTo) > Date.now() + day ? identity : undefined;
  } catch {
    return undefined;
  }
}

function keep(directory: string, { key, cert }: Identity): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(fileIn(directory), key + cert, { mode: 0o600 });
  } catch {
    // The next session makes another one.
  }
}
