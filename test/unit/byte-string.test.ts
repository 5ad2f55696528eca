/** Bytes that are no text stay what they are, at about the cost of those that are. */
import { expect, test } from "vitest";
import { decodeBase64, encodeBase64 } from "../../runtime/base/base64.js";
import { decodeBytes, encodeBytes } from "../../runtime/base/byte-string.js";

/** First bytes, following bytes, and those at the borders of what UTF-8 allows (RFC 3629 §4). */
const bytes = [
  0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf4,
  0xf5, 0xff,
];

function randomBytes(length: number, seed: number): Uint8Array<ArrayBuffer> {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return bytes[(state >> 12) % bytes.length] as number;
  });
}

/** What `TextDecoder` finds, with each byte that it refuses in its place. */
function expected(given: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  for (let at = 0; at < given.length; ) {
    const length = [1, 2, 3, 4].find((size) => {
      try {
        return at + size <= given.length && decoder.decode(given.subarray(at, at + size)).length > 0;
      } catch {
        return false;
      }
    });
    text +=
      length === undefined
        ? String.fromCharCode(0xdc00 + (given[at] as number))
        : decoder.decode(given.subarray(at, at + length));
    at += length ?? 1;
  }
  return text;
}

test.each([3, 12, 200, 10_000])("%i bytes, whatever they are, and back", (length) => {
  for (let seed = 1; seed < Math.max(2, 900 / length); seed++) {
    const given = randomBytes(length, seed);
    const text = decodeBytes(given);
    expect(text).toBe(expected(given));
    expect(encodeBytes(text)).toEqual(given);
  }
});

test("halves of characters that stand for no byte become U+FFFD", () => {
  expect(decodeBytes(encodeBytes("a\ud800b\udc80c\udfff\u{1f600}"))).toBe("a\ufffdb\udc80c\ufffd\u{1f600}");
});

test.each<[text: string, isStrict: boolean, bytes: readonly number[] | undefined]>([
  ["AQID", true, [1, 2, 3]],
  ["AQI=", true, [1, 2]],
  ["AQ==", true, [1]],
  ["AQ", true, [1]],
  ["A Q\r\nI\tD", true, [1, 2, 3]],
  ["AQ = =", true, [1]],
  ["AQ=", true, undefined],
  ["A", true, undefined],
  ["AQID=", true, undefined],
  ["AQ==AQ==", true, undefined],
  ["AQI-", true, undefined],
  ["AQ===", true, undefined],
  ["AQ==AQ==", false, [1, 0, 16]],
  ["A-Q_I.D", false, [1, 2, 3]],
  ["A", false, []],
  ["é", false, []],
])("Base64 of %j, strictly: %j", (text, isStrict, expectedBytes) => {
  const decoded = decodeBase64(text, isStrict);
  expect(decoded && [...decoded]).toEqual(expectedBytes);
});

test("Base64 of many bytes, and back, with and without lines", () => {
  const given = randomBytes(100_001, 7);
  const text = encodeBase64(given);
  expect(decodeBase64(text, true)).toEqual(given);
  expect(decodeBase64(text.replace(/.{76}/g, "$&\r\n"), true)).toEqual(given);
});
