import type { AddressInfo } from "node:net";

/** The URL of a server that listens. */
export function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
