/** Certificates of an authority of the tests' own. */
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import forge from "node-forge";

export interface Identity {
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
}

interface Wanted {
  /** Days from now; negative if that was before. */
  readonly ends?: number;
  readonly begins?: number;
  /** Who signs it; itself where nobody does. */
  readonly by?: Identity;
  readonly isAuthority?: boolean;
  /** The host that it is for. */
  readonly host?: string;
}

const day = 86_400_000;
let serial = 1;

export function identity(
  name: string,
  { ends = 400, begins = -100, by, isAuthority = false, host = "localhost" }: Wanted = {},
): Identity {
  const pair = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const made = forge.pki.createCertificate();
  made.serialNumber = (0x10 + serial++).toString(16);
  made.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  made.validity.notBefore = new Date(Date.now() + begins * day);
  made.validity.notAfter = new Date(Date.now() + ends * day);
  made.setSubject([{ name: "commonName", value: name }]);
  const issuer = by && forge.pki.certificateFromPem(by.certificate);
  made.setIssuer(issuer?.subject.attributes ?? [{ name: "commonName", value: name }]);
  made.setExtensions([
    { name: "basicConstraints", cA: isAuthority },
    { name: "subjectAltName", altNames: [{ type: 2, value: host }] },
  ]);
  made.sign(forge.pki.privateKeyFromPem((by ?? { key: pair.privateKey }).key), forge.md.sha256.create());
  return { certificate: forge.pki.certificateToPem(made), key: pair.privateKey };
}

/** The key, encrypted with a passphrase. */
export const encrypted = (key: string, passphrase: string): string =>
  createPrivateKey(key).export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase }) as string;
