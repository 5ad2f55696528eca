import { entriesOf } from "./setting.js";

/** The proxies whose word about their clients counts. */
export interface TrustedProxies {
  has(address: string): boolean;
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
  return {
    has(address) {
      const family = net.isIP(address);
      return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6");
    },
  };
}
