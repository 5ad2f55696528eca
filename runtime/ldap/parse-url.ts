/**
 * In server.js, this stands for the package whatwg-url: what ldapts calls of it, made of the URL that every runtime
 * has. The package brings tables along that are four times as big as ldapts and all else that it needs.
 * @module
 */
export function parseURL(text: string): {
  readonly scheme: string;
  readonly host: string | readonly string[];
  readonly port: string;
} {
  const { protocol, hostname, port } = new URL(text);
  // An address of IPv6 comes in its parts.
  const host = hostname.startsWith("[") ? hostname.slice(1, -1).split(":") : hostname;
  return { scheme: protocol.slice(0, -1), host, port };
}
