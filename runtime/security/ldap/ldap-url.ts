/** The facts that the URL of a directory states (RFC 4516). */
export interface DirectoryUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly host: string;
  /** True if the connection begins unencrypted, and is secured before anything is said (RFC 4513 §3). */
  readonly startsTls: boolean;
}

/** `undefined` if the text is no URL with `ldap` or `ldaps`. */
export function readDirectoryUrl(text: string): DirectoryUrl | undefined {
  if (!/^ldaps?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, host, hostname } = new URL(text);
  // A URL is `ldap://host/dn?attributes?scope?filter?extensions`.
  const extensions = text.split("?")[4] ?? "";
  return { origin: `${protocol}//${host}`, host: hostname, startsTls: startTls.test(extensions) };
}

/**
 * StartTLS by its name in OpenLDAP or by the number of the operation. A `!` before it says that it must not be ignored.
 */
const startTls = /(?:^|,)!?(?:starttls|1\.3\.6\.1\.4\.1\.1466\.20037)(?:,|$)/i;
