import { type Bytes, joinBytes } from "./body-bytes.js";

/** Offsets of the first and the last byte. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** A request with more ranges is no reader, but a nuisance (RFC 9110 §14.2). */
const maxRanges = 32;

/**
 * The ranges of a field `Range` (RFC 9110 §14.1.2) that lie within `size` bytes, which may be none. `undefined` if the
 * field counts as not sent: it is malformed, of another unit, or asks for more bytes than there are.
 */
export function parseRanges(field: string, size: number): readonly ByteRange[] | undefined {
  const [, list] = /^bytes=(.*)$/i.exec(field) ?? [];
  if (list === undefined || size === 0) return undefined;
  const specs = list.split(",").map((spec) => spec.trim());
  if (specs.length > maxRanges) return undefined;
  const ranges: ByteRange[] = [];
  let total = 0;
  for (const spec of specs) {
    const range = parseRange(spec, size);
    if (range === undefined) return undefined;
    if (range.first > range.last) continue;
    ranges.push(range);
    total += range.last - range.first + 1;
  }
  return total > size ? undefined : ranges;
}

/** `undefined` if it is malformed. A range behind the end has `first` behind `last`. */
function parseRange(spec: string, size: number): ByteRange | undefined {
  const [, from = "", to = ""] = /^(\d*)-(\d*)$/.exec(spec) ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "") return { first: Math.max(size - Number(to), 0), last: size - 1 };
  if (to !== "" && Number(from) > Number(to)) return undefined;
  return { first: Number(from), last: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}

/** `Content-Range` (RFC 9110 §14.4). */
export function contentRange({ first, last }: ByteRange, size: number): string {
  return `bytes ${first}-${last}/${size}`;
}

export function sliceOf(bytes: Bytes, { first, last }: ByteRange): Bytes {
  return bytes.subarray(first, last + 1);
}

/** Several ranges as one `multipart/byteranges` (RFC 9110 §14.6). */
export function multipart(
  bytes: Bytes,
  ranges: readonly ByteRange[],
  mediaType: string,
): { readonly bytes: Bytes; readonly mediaType: string } {
  const boundary = crypto.randomUUID();
  const encoder = new TextEncoder();
  const parts = ranges.flatMap((range) => [
    encoder.encode(
      `\r\n--${boundary}\r\nContent-Type: ${mediaType}\r\nContent-Range: ${contentRange(range, bytes.length)}\r\n\r\n`,
    ),
    sliceOf(bytes, range),
  ]);
  const all = [...parts, encoder.encode(`\r\n--${boundary}--\r\n`)];
  const size = all.reduce((sum, { length }) => sum + length, 0);
  return { bytes: joinBytes(all, size), mediaType: `multipart/byteranges; boundary=${boundary}` };
}
