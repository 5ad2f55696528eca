/**
 * The part of DER (ITU-T X.690 §10) that the forms of keys need: definite lengths, and tags of one byte.
 * @module
 */
import type { Bytes } from "../../http/body-bytes.js";

/** A value with its tag and length. */
export interface DerValue {
  readonly tag: number;
  /** The bytes without tag and length. */
  readonly content: Bytes;
  /** The bytes with tag and length. */
  readonly whole: Bytes;
}

export const tags = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  sequence: 0x30,
  /** `[0]`, constructed. */
  context0: 0xa0,
  /** `[1]`, constructed. */
  context1: 0xa1,
} as const;

/** The values that follow each other in `bytes`; `undefined` if there is anything else. */
export function derValues(bytes: Bytes): readonly DerValue[] | undefined {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const value = derValue(bytes, at);
    if (value === undefined) return undefined;
    values.push(value);
    at += value.whole.length;
  }
  return values;
}

function derValue(bytes: Bytes, start: number): DerValue | undefined {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) return undefined;
  // From 0x81 on, the lower bits say how many bytes the length takes.
  const lengthBytes = first < 0x80 ? 0 : first - 0x80;
  if (first === 0x80 || lengthBytes > 3) return undefined;
  const contentStart = start + 2 + lengthBytes;
  let length = lengthBytes === 0 ? first : 0;
  for (const byte of bytes.subarray(start + 2, contentStart)) length = length * 256 + byte;
  const end = contentStart + length;
  if (end > bytes.length) return undefined;
  return { tag, content: bytes.slice(contentStart, end), whole: bytes.slice(start, end) };
}

/** A value with that tag, and these contents one after the other. */
export function der(tag: number, ...contents: readonly Bytes[]): Bytes {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  const head = [tag, ...lengthBytes(length)];
  const whole = new Uint8Array(head.length + length);
  whole.set(head);
  let at = head.length;
  for (const content of contents) {
    whole.set(content, at);
    at += content.length;
  }
  return whole;
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}
