/** A block of PEM (RFC 7468). Its label tells what it contains. */
export interface PemBlock {
  readonly label: string;
  /** Base64 without white space; or, if it begins with the header of the old form (RFC 1421), all lines. */
  readonly content: string;
}

const pemBlock = /-----BEGIN ([A-Z0-9 ]{1,48})-----((?:(?!-----)[\s\S])*)-----END \1-----/g;

/** The blocks in a text that may have other data around them. */
export function pemBlocks(text: string): readonly PemBlock[] {
  return [...text.matchAll(pemBlock)].map(([, label = "", body = ""]) => ({
    label,
    content: hasHeader(body) ? linesOf(body.trim()) : body.replace(/\s+/g, ""),
  }));
}

/** The lines, without white space at their ends. */
function linesOf(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join("\n");
}

/** The text without white space, if it is Base64 and nothing else. */
export function bareBase64(text: string): string | undefined {
  return /^[A-Za-z0-9+/\s]+(?:=[=\s]*)?$/.test(text) ? text.replace(/\s+/g, "") : undefined;
}

/** The block with boundaries and in lines, as OpenSSL wants it. */
export function pemText({ label, content }: PemBlock): string {
  return `-----BEGIN ${label}-----\n${hasHeader(content) ? content : inLines(content)}\n-----END ${label}-----\n`;
}

function hasHeader(body: string): boolean {
  return body.includes(":");
}

function inLines(base64: string): string {
  return base64.replace(/.{64}(?=.)/g, "$&\n");
}

/** Returns true if a block in the old form is encrypted, so that only a passphrase opens it. */
export function isEncrypted({ content }: PemBlock): boolean {
  return /^Proc-Type:.*ENCRYPTED$/m.test(content);
}
