/** The keys in `test/keys/`, in all the forms that flows may have. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./project.js";

function file(name: string): string {
  return readFileSync(join(repository, "test/keys", name), "utf8");
}

/** The Base64 of a PEM, on one line. */
export function bare(pem: string): string {
  return pem.replace(/-----[^-]+-----|\s/g, "");
}

export const passphrase = "correct horse";

/** An RSA key in PKCS #8. */
export const rsa = file("rsa.pem");
export const certificate = file("certificate.pem");

const privateKey = createPrivateKey(rsa);
const publicKey = createPublicKey(rsa);
const locked = { cipher: "aes-256-cbc", passphrase } as const;

export const rsaLocked = String(privateKey.export({ type: "pkcs8", format: "pem", ...locked }));
export const rsaPkcs1 = String(privateKey.export({ type: "pkcs1", format: "pem" }));
export const rsaPkcs1Locked = String(privateKey.export({ type: "pkcs1", format: "pem", ...locked }));
export const rsaPublic = String(publicKey.export({ type: "spki", format: "pem" }));
export const rsaPublicPkcs1 = String(publicKey.export({ type: "pkcs1", format: "pem" }));

/** The two keys of a pair, as PEM. */
function inPem(pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }) {
  return {
    privateKey: String(pair.privateKey.export({ type: "pkcs8", format: "pem" })),
    publicKey: String(pair.publicKey.export({ type: "spki", format: "pem" })),
  };
}

export const otherRsa = inPem(generateKeyPairSync("rsa", { modulusLength: 2048 }));
export const ec = inPem(generateKeyPairSync("ec", { namedCurve: "P-256" }));
export const dsa = inPem(generateKeyPairSync("dsa", { modulusLength: 2048, divisorLength: 256 }));
export const ed25519 = inPem(generateKeyPairSync("ed25519"));
