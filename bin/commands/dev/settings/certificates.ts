import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { optionalPackage } from "../../../../compiler/output/index.js";
import { messageOf } from "../../../shared/values.js";

/** A key and a certificate, as PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/** In milliseconds. */
export const day = 24 * 60 * 60 * 1000;

/** How long a certificate of our own is good, in days. Browsers take none that is good for longer than 825. */
const days = 397;

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
 * Makes a certificate for a server of these names and addresses, which signs itself.
 * @param purpose what needs it: the beginning of a sentence
 */
export async function selfSigned(
  purpose: string,
  subject: string,
  hosts: readonly string[],
): Promise<Identity> {
  const { default: forge } = await optionalPackage(purpose, "node-forge", () => import("node-forge"));
  const { publicKey, privateKey: key } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const certificate = forge.pki.createCertificate();
  const name = [{ name: "commonName", value: subject }];
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  // A positive number of 16 bytes (RFC 5280, section 4.1.2.2).
  certificate.serialNumber = `00${randomBytes(16).toString("hex")}`;
  certificate.validity.notBefore = new Date(Date.now() - day);
  certificate.validity.notAfter = new Date(Date.now() + days * day);
  certificate.setSubject(name);
  certificate.setIssuer(name);
  const altNames = hosts.map((host) => (isIP(host) > 0 ? { type: 7, ip: host } : { type: 2, value: host }));
  certificate.setExtensions([
    { name: "basicConstraints", cA: false },
    { name: "keyUsage", digitalSignature: true, keyEncipherment: true },
    { name: "extKeyUsage", serverAuth: true },
    { name: "subjectAltName", altNames },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create());
  return { key, cert: forge.pki.certificateToPem(certificate) };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`${path} cannot be read: ${messageOf(error)}`);
  }
}
