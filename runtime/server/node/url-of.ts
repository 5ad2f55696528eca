import type { AddressInfo } from "node:net";

/** The URL of a server that listens; on this machine, if it listens at all of its addresses. */
export function urlOf({ address, family, port }: AddressInfo): string {
  const host = family === "IPv6" ? `[${address}]` : address;
  return `http://${/^(?:\[::\]|0\.0\.0\.0)$/.test(host) ? "localhost" : host}:${port}`;
}
