import { ipv6Address } from "./ip-address.js";
import { entriesOf } from "./setting.js";

/** The proxies whose word about their clients counts. */
export interface TrustedProxies {
  has(address: string): boolean;
  /**
   * The client that they name in `X-Forwarded-For`. Each proxy adds the address that it was called from at the end, so the
   * client is the last one that is no proxy; what stands before may be made up.
   * @param peer the proxy that has called the app
   */
  clientOf(peer: string, forwardedFor: string): string;
}

/**
 * Reads `FLOW_TRUSTED_PROXIES`: addresses and networks (CIDR) with spaces or commas between them. `undefined` if it cannot
 * be read, or if the platform has nothing to compare addresses with, as Cloudflare Workers.
 */
export function readProxies(text: string): TrustedProxies | undefined {
  const net = globalThis.process?.getBuiltinModule?.("node:net");
  const entries = entriesOf(text).map((entry) => /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry));
  if (net?.BlockList === undefined || entries.length === 0) return undefined;
  const list = new net.BlockList();
  for (const entry of entries) {
    const [, address = "", length] = entry ?? [];
    const family = net.isIP(address);
    if (family === 0 || Number(length ?? 0) > (family === 4 ? 32 : 128)) return undefined;
    const kind = family === 4 ? "ipv4" : "ipv6";
    if (length === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(length), kind);
  }
  const has = (address: string): boolean => {
    const family = net.isIP(address);
    return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6");
  };
  return {
    has,
    clientOf(peer, forwardedFor) {
      let client = peer;
      for (const entry of forwardedFor.split(",").reverse()) {
        const address = addressIn(entry.trim());
        if (net.isIP(address) === 0) break;
        client = address;
        if (!has(address)) break;
      }
      return client;
    },
  };
}

/** Some proxies add the port. */
function addressIn(entry: string): string {
  const [, address = entry] = /^\[(.*)\](?::\d+)?$/.exec(entry) ?? /^([\d.]+):\d+$/.exec(entry) ?? [];
  return ipv6Address(address) ?? address;
}
