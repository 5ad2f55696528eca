import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { optionalPackage } from "../../compiler/output/optional-package.js";
import { messageOf } from "./values.js";

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

/** Makes a certificate for servers of these names and addresses. */
export type Certify = (subject: string, hosts: readonly string[]) => Identity;

/**
 * Makes certificates that an authority signs, or that sign themselves. All have the same key, since making one takes long.
 * @param purpose what needs it: the beginning of a sentence
 * @throws Error if the authority is none, or has no RSA key
 */
export async function certifier(purpose: string, authority?: Identity): Promise<Certify> {
  const { default: forge } = await optionalPackage(purpose, "node-forge", () => import("node-forge"));
  if (authority !== undefined) {
    const { ca, publicKey } = new X509Certificate(authority.cert);
    if (!ca) throw new Error(`${purpose} needs the certificate of an authority, with CA:TRUE.`);
    if (publicKey.asymmetricKeyType !== "rsa")
      throw new Error(`${purpose} needs an authority with an RSA key.`);
  }
  const { publicKey, privateKey: key } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const signingKey = forge.pki.privateKeyFromPem(rsaKey(authority?.key ?? key));
  // It reads names in UTF-8 as they are, and encodes them again.
  const issuer = authority && forge.pki.certificateFromPem(authority.cert).subject.attributes;
  for (const part of issuer ?? [])
    if (Number(part.valueTagClass) === forge.asn1.Type.UTF8)
      part.value = forge.util.decodeUtf8(String(part.value));
  return (subject, hosts) => {
    const certificate = forge.pki.createCertificate();
    const name = [{ name: "commonName", value: subject.slice(0, maxName) }];
    certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
    // A positive number of 16 bytes (RFC 5280, section 4.1.2.2).
    certificate.serialNumber = `00${randomBytes(16).toString("hex")}`;
    certificate.validity.notBefore = new Date(Date.now() - day);
    certificate.validity.notAfter = new Date(Date.now() + days * day);
    certificate.setSubject(name);
    certificate.setIssuer(issuer ?? name);
    const altNames = hosts.map((host) =>
      isIP(host) > 0 ? { type: 7, ip: plainAddress(host) } : { type: 2, value: host },
    );
    certificate.setExtensions([
      { name: "basicConstraints", cA: false },
      { name: "keyUsage", digitalSignature: true, keyEncipherment: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames },
    ]);
    certificate.sign(signingKey, forge.md.sha256.create());
    return { key, cert: forge.pki.certificateToPem(certificate) };
  };
}

/** An address in the one form that `node-forge` reads: without the dots of `::ffff:192.0.2.1`. */
function plainAddress(host: string): string {
  return isIP(host) === 6 ? new URL(`http://[${host}]`).hostname.slice(1, -1) : host;
}

/** RFC 5280, appendix A: `ub-common-name`. */
const maxName = 64;

/** The form of a private key that `node-forge` reads, whatever form it has. */
function rsaKey(pem: string): string {
  return createPrivateKey(pem).export({ type: "pkcs1", format: "pem" }).toString();
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`${path} cannot be read: ${messageOf(error)}`);
  }
}
