/** What the URL of a directory says (RFC 4516). */
export interface DirectoryUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly host: string;
  /** The connection begins in the clear, and is secured before anything is said (RFC 4513 §3). */
  readonly startsTls: boolean;
}

/** `undefined` for what is no `ldap` or `ldaps` URL. */
export function readDirectoryUrl(text: string): DirectoryUrl | undefined {
  if (!/^ldaps?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, host, hostname } = new URL(text);
  // dn ? attributes ? scope ? filter ? extensions
  const extensions = text.split("?")[4] ?? "";
  return { origin: `${protocol}//${host}`, host: hostname, startsTls: startTls.test(extensions) };
}

/** By its name in OpenLDAP, or the number of the operation; with or without the mark of what must not be ignored. */
const startTls = /(?:^|,)!?(?:starttls|1\.3\.6\.1\.4\.1\.1466\.20037)(?:,|$)/i;
