import { createPrivateKey, X509Certificate } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { optionalPackage } from "../../../../compiler/output/optional-package.js";
import { cacheDirectory } from "../../../shared/cache.js";
import { messageOf } from "../../../shared/values.js";

/** A key and a certificate, as PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/** How long a certificate of our own is good, in days. Browsers take none that is good for longer than 825. */
const days = 397;

/** In milliseconds. A certificate that ends sooner than in a day is replaced. */
const day = 24 * 60 * 60 * 1000;

/** The identity of these files. Throws if they are none. */
export function readIdentity(keyFile: string, certFile: string): Identity {
  const identity = { key: textOf(keyFile), cert: textOf(certFile) };
  try {
    if (new X509Certificate(identity.cert).checkPrivateKey(createPrivateKey(identity.key))) return identity;
  } catch (error) {
    throw new Error(`${keyFile} and ${certFile} are no key and certificate: ${messageOf(error)}`);
  }
  throw new Error(`The key in ${keyFile} does not belong to the certificate in ${certFile}.`);
}

/**
 * A certificate for this machine that nobody has signed, so that browsers warn of it once. It is kept in the user's
 * cache, where no one else can read it.
 */
export async function ownIdentity(): Promise<Identity> {
  const directory = cacheDirectory();
  const kept = directory === undefined ? undefined : keptIdentity(directory);
  if (kept !== undefined) return kept;
  const made = await makeIdentity();
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

async function makeIdentity(): Promise<Identity> {
  const { default: forge } = await optionalPackage(
    "--https without a certificate",
    "node-forge",
    () => import("node-forge"),
  );
  const { publicKey, privateKey } = await new Promise<import("node-forge").pki.rsa.KeyPair>(
    (resolve, reject) =>
      forge.pki.rsa.generateKeyPair({ bits: 2048 }, (error, pair) => (error ? reject(error) : resolve(pair))),
  );
  const certificate = forge.pki.createCertificate();
  const name = [{ name: "commonName", value: "flowc dev" }];
  certificate.publicKey = publicKey;
  // A positive number of 16 bytes (RFC 5280, section 4.1.2.2).
  certificate.serialNumber = `00${forge.util.bytesToHex(forge.random.getBytesSync(16))}`;
  certificate.validity.notBefore = new Date(Date.now() - day);
  certificate.validity.notAfter = new Date(Date.now() + days * day);
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: "basicConstraints", cA: false },
    { name: "keyUsage", digitalSignature: true, keyEncipherment: true },
    { name: "extKeyUsage", serverAuth: true },
    {
      name: "subjectAltName",
      altNames: [
        { type: 2, value: "localhost" },
        { type: 7, ip: "127.0.0.1" },
        { type: 7, ip: "::1" },
      ],
    },
  ]);
  certificate.sign(privateKey, forge.md.sha256.create());
  return { key: forge.pki.privateKeyToPem(privateKey), cert: forge.pki.certificateToPem(certificate) };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`${path} cannot be read: ${messageOf(error)}`);
  }
}
