import { decodeBytes } from "../../../runtime/base/byte-string.js";

/**
 * Reads the entries of a database in the format of https://github.com/sevenval/SHMT, file version 1.00.
 * Returns `undefined` for anything else.
 *
 * The format consists of C structures as they were in the memory of the machine that wrote the file, in
 * either byte order and with words of 4 or 8 bytes: a header, the buckets, as many slots, then the keys with
 * their values. Each entry is in a bucket or a slot. This reader takes all of them, so it does not need the
 * hashes that lead to one.
 */
export function parseShmt(bytes: Uint8Array): ReadonlyMap<string, string> | undefined {
  const header = readHeader(bytes);
  if (header === undefined) return undefined;
  const { view, word, count, start } = header;
  const itemSize = word.size + 8;
  const bucketSize = word.size + itemSize;
  const entries = new Map<string, string>();
  for (let index = 0; index < count; index++) {
    const bucket = start + index * bucketSize + word.size;
    const slot = start + count * bucketSize + index * itemSize;
    for (const at of [bucket, slot]) {
      const position = word.read(at);
      if (position === word.none) continue;
      const valueStart = position + view.getUint32(at + word.size, word.isLittle);
      const end = valueStart + view.getUint32(at + word.size + 4, word.isLittle);
      if (end > bytes.length) return undefined;
      entries.set(
        decodeBytes(bytes.subarray(position, valueStart)),
        decodeBytes(bytes.subarray(valueStart, end)),
      );
    }
  }
  return entries;
}

const formatVersion = 100;

interface Word {
  /** In bytes. */
  readonly size: 4 | 8;
  readonly isLittle: boolean;
  /** Marks a bucket or a slot without an entry. */
  readonly none: number;
  read(at: number): number;
}

interface Header {
  readonly view: DataView;
  readonly word: Word;
  /** The number of buckets, and also of slots. */
  readonly count: number;
  /** The offset of the first bucket, in bytes. */
  readonly start: number;
}

function readHeader(bytes: Uint8Array): Header | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 24 || String.fromCharCode(...bytes.subarray(0, 4)) !== "shmt") return undefined;
  const isLittle = view.getUint16(4, true) === formatVersion;
  const word = wordOf(view, isLittle);
  if (word === undefined || view.getUint16(4, isLittle) !== formatVersion) return undefined;
  const start = 8 + 4 * word.size;
  if (bytes.length < start) return undefined;
  const count = view.getUint32(8, isLittle) + 1;
  const [mapSize, bucketsSize, fileSize] = [3, 2, 1].map((words) => word.read(start - words * word.size));
  const isWhole =
    fileSize === bytes.length &&
    bucketsSize === count * (2 * word.size + 8) &&
    mapSize === bucketsSize + count * (word.size + 8) &&
    start + mapSize <= bytes.length;
  return isWhole ? { view, word, count, start } : undefined;
}

function wordOf(view: DataView, isLittle: boolean): Word | undefined {
  const size = view.getUint8(6);
  if (size === 4) return { size, isLittle, none: 0xffff_ffff, read: (at) => view.getUint32(at, isLittle) };
  if (size !== 8) return undefined;
  const read = (at: number) => Number(view.getBigUint64(at, isLittle));
  return { size, isLittle, none: Number(0xffff_ffff_ffff_ffffn), read };
}
