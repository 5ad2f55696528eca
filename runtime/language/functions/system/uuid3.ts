import { encodeBytes } from "../../../base/byte-string.js";
import { counted } from "../../../base/counted.js";
import { hexadecimal, md5Bytes } from "../encodings/md5.js";

/**
 * `uuid3()`: the UUID of a name in a namespace (RFC 9562 §5.3). A namespace that is no UUID counts as text.
 */
export const uuid3 = counted({ units: 4, call: 50 }, (namespace: string, name = ""): string => {
  const space = uuidSyntax.test(namespace) ? uuidBytes(namespace) : encodeBytes(namespace);
  const text = encodeBytes(name);
  const all = new Uint8Array(space.length + text.length);
  all.set(space);
  all.set(text, space.length);
  const digest = md5Bytes(all);
  digest[6] = ((digest[6] as number) & 0x0f) | 0x30;
  digest[8] = ((digest[8] as number) & 0x3f) | 0x80;
  return hexadecimal(digest).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
});

const uuidSyntax = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function uuidBytes(uuid: string): Uint8Array {
  const digits = uuid.replaceAll("-", "");
  return Uint8Array.from({ length: 16 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );
}
