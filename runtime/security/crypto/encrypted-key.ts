import { decodeBase64 } from "../../base/base64.js";

/** How many rounds the encryption of a key may ask for; a million rounds take about a second. */
const maxCost = 2_000_000;

/**
 * What it costs to open a key in PKCS #8: the rounds that its encryption asks for (RFC 8018 §A.2). `undefined` if it is
 * not encrypted.
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
