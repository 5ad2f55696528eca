/** The reason that keeps keys from being fetched from a URL. */
export type UrlProblem = "malformed" | "insecure";

/**
 * Returns the problem that keeps keys from being fetched from a URL, if there is one. Whoever can change them
 * on their way can make tokens, so they come by https, from the machine itself, or by permission.
 */
export function urlProblem(text: string, allowsHttp: boolean): UrlProblem | undefined {
  if (!URL.canParse(text)) return "malformed";
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return "malformed";
  if (protocol === "https:") return undefined;
  if (protocol !== "http:") return "malformed";
  return allowsHttp || isLoopback(hostname) ? undefined : "insecure";
}

/** Returns true if a host, as `URL` writes it, is this machine (RFC 6761 §6.3, RFC 6890 §2.2). */
function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}
