import { hash } from "../../source/hash.js";

const start = "// Checksum: ";

/** A text with a checksum in its second line, which tells whether somebody has changed it since. */
export function withChecksum(firstLine: string, rest: string): string {
  return `${firstLine}\n${start}${hash(rest)}\n${rest}`;
}

/** The origin of a text: as flowc made it, in this version or another one; changed since; or somebody else's. */
export function originOf(text: string): "ours" | "edited" | "foreign" {
  const [, checksum = "", ...rest] = text.split("\n");
  if (!/^\/\/ Checksum: [0-9a-f]{64}$/.test(checksum)) return "foreign";
  return checksum === start + hash(rest.join("\n")) ? "ours" : "edited";
}
