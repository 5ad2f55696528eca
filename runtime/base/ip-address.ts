/**
 * An IPv6 address as RFC 5952 spells it, or the IPv4 address that it has in it (`::ffff:192.0.2.1`, RFC 4291 §2.5.5.2).
 * `undefined` for any other text.
 */
export function ipv6Address(text: string): string | undefined {
  if (!text.includes(":") || text.length > longestAddress || !/^[\da-f:.]+$/i.test(text)) return undefined;
  const url = `http://[${text}]`;
  if (!URL.canParse(url)) return undefined;
  const address = new URL(url).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address)?.slice(1);
  if (mapped === undefined) return address;
  return mapped
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join(".");
}

/** Characters: eight groups, the last two of which are an IPv4 address. */
const longestAddress = 45;

/**
 * The network of an IPv6 address: a client has not one, but a whole network of them.
 * @param bits of its prefix
 * @returns any other text as it is
 */
export function networkOf(text: string, bits: number): string {
  // A zone (RFC 4007 §11) tells of the machine, not of the client.
  const address = ipv6Address(text.replace(/%[^%]*$/, ""));
  if (address === undefined) return text;
  if (!address.includes(":")) return address;
  const [before = [], behind = []] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array.from({ length: 8 - before.length - behind.length }, () => "0");
  const kept = [...before, ...zeros, ...behind].map((group, index) => {
    const bitsOfGroup = Math.min(16, Math.max(0, bits - 16 * index));
    return (Number.parseInt(group, 16) & (0xffff << (16 - bitsOfGroup))).toString(16);
  });
  return `${kept.join(":")}/${bits}`;
}
