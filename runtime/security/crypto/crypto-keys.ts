import { createHash, createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import { decodeBase64 } from "../../base/base64.js";
import { KeyError, PassphraseError } from "./crypto-errors.js";
import { bareBase64, isEncrypted, type PemBlock, pemBlocks, pemText } from "./pem.js";

/** How many rounds the encryption of a key may ask for; a million rounds take about a second. */
const maxCost = 2_000_000;

/**
 * Returns the cost of opening a key in PKCS #8: the rounds that its encryption asks for (RFC 8018 §A.2).
 * `undefined` if it is not encrypted.
 * @param base64 the key without its boundaries
 */
export function openingCost(base64: string): number | undefined {
  const der = decodeBase64(base64, false) ?? new Uint8Array();
  const [info] = elements(der, 0, der.length);
  // EncryptedPrivateKeyInfo begins with the algorithm, PrivateKeyInfo with its version.
  const [algorithm] = info === undefined ? [] : elements(der, info.start, info.end);
  return algorithm?.tag === sequenceTag ? costWithin(der, algorithm, 0) : undefined;
}

export function isTooCostly(cost: number): boolean {
  return cost > maxCost;
}

/** An element of DER (ITU-T X.690 §8.1): its tag, and where its content is. */
interface Element {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

const integerTag = 0x02;
const sequenceTag = 0x30;
const maxDepth = 8;

/** Smaller integers are sizes of keys and blocks, which are among the parameters, too. */
const largestSize = 64;

function costWithin(der: Uint8Array, { start, end }: Element, depth: number): number {
  if (depth > maxDepth) return Number.POSITIVE_INFINITY;
  let cost = 1;
  for (const element of elements(der, start, end)) {
    if (element.tag === sequenceTag) cost *= costWithin(der, element, depth + 1);
    if (element.tag !== integerTag) continue;
    const value = integer(der, element);
    if (value > largestSize) cost *= value;
  }
  return cost;
}

function* elements(der: Uint8Array, from: number, to: number): Iterable<Element> {
  for (let at = from; at + 2 <= to; ) {
    const tag = der[at] as number;
    const first = der[at + 1] as number;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const start = at + 2 + lengthBytes;
    const length = lengthBytes === 0 ? first : integer(der, { tag, start: at + 2, end: start });
    if (start + length > to) return;
    yield { tag, start, end: start + length };
    at = start + length;
  }
}

function integer(der: Uint8Array, { start, end }: Element): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 256 + (der[at] ?? 0);
  return value;
}

/** The cost of working with a key, in steps: with one of RSA, a millisecond. */
export const stepsPerCall = 10_000;

/** How many characters the text of a key may have; even certificates with long chains have fewer. */
const maxLength = 256 * 1024;

/**
 * The first private key in the text: PKCS #8 (also without boundaries), PKCS #1 or SEC 1.
 * @throws KeyError
 */
export function privateKey(text: string, passphrase: string): KeyObject {
  return kept("private", text, passphrase, () => parsePrivate(text, passphrase));
}

/**
 * The first public key in the text, or the key of the first certificate, with boundaries or without.
 * @throws KeyError
 */
export function publicKey(text: string): KeyObject {
  return kept("public", text, "", () => parsePublic(text));
}

/** How many keys are kept; the least recently used one makes room. */
const maxKept = 100;

const keys = new Map<string, KeyObject>();

/**
 * Reading a key costs more than using it, so keys are kept. They are found by a hash, so that no secret text is kept
 * beside them.
 */
function kept(kind: string, text: string, passphrase: string, parse: () => KeyObject): KeyObject {
  if (text.length > maxLength) throw new KeyError(`it is longer than ${maxLength} characters`);
  const name = createHash("sha256")
    .update(`${kind}${passphrase.length}:${passphrase}${text}`)
    .digest("base64");
  const key = keys.get(name) ?? parse();
  keys.delete(name);
  keys.set(name, key);
  if (keys.size > maxKept) {
    const [oldest] = keys.keys();
    if (oldest !== undefined) keys.delete(oldest);
  }
  return key;
}

const privateLabels = [
  "PRIVATE KEY",
  "ENCRYPTED PRIVATE KEY",
  "RSA PRIVATE KEY",
  "EC PRIVATE KEY",
  "DSA PRIVATE KEY",
];
const certificateLabels = ["CERTIFICATE", "X509 CERTIFICATE"];
const publicLabels = ["PUBLIC KEY", "RSA PUBLIC KEY", ...certificateLabels];
const barePublicLabels = ["PUBLIC KEY", "CERTIFICATE"];

function parsePrivate(text: string, passphrase: string): KeyObject {
  const block = boundedBlock(text, privateLabels) ?? bareBlock(text, "PRIVATE KEY");
  if (block === undefined) throw new KeyError("there is no private key in it");
  const cost = openingCost(block.content);
  if (cost !== undefined && isTooCostly(cost)) throw new KeyError("it takes too long to decrypt");
  try {
    const label = cost !== undefined ? "ENCRYPTED PRIVATE KEY" : block.label;
    return createPrivateKey({ key: pemText({ ...block, label }), passphrase });
  } catch {
    if (cost === undefined && !isEncrypted(block)) throw damaged();
    throw new PassphraseError(
      passphrase === "" ? "it is encrypted, and there is no passphrase" : "the passphrase does not open it",
    );
  }
}

function parsePublic(text: string): KeyObject {
  const block = boundedBlock(text, publicLabels);
  const blocks =
    block === undefined ? barePublicLabels.flatMap((label) => bareBlock(text, label) ?? []) : [block];
  if (blocks.length === 0) throw new KeyError("there is no public key and no certificate in it");
  for (const one of blocks) {
    try {
      return readPublic(one);
    } catch {
      // Base64 without boundaries may be the other of the two.
    }
  }
  throw damaged();
}

function readPublic(block: PemBlock): KeyObject {
  return certificateLabels.includes(block.label)
    ? new X509Certificate(pemText(block)).publicKey
    : createPublicKey(pemText(block));
}

function damaged() {
  return new KeyError("it is damaged, or of a kind that is not supported");
}

function boundedBlock(text: string, labels: readonly string[]): PemBlock | undefined {
  return pemBlocks(text).find(({ label }) => labels.includes(label));
}

/** Base64 without boundaries, as a block with the label. */
function bareBlock(text: string, label: string): PemBlock | undefined {
  const content = bareBase64(text);
  return content === undefined ? undefined : { label, content };
}
