/** A JSON Web Key, or a set of them (RFC 7517 §4 and §5), as it was parsed: nothing about its members is sure. */
export interface Jwk {
  readonly kty?: unknown;
  readonly kid?: unknown;
  readonly alg?: unknown;
  /** The secret part of a private key. */
  readonly d?: unknown;
  /** The keys of a set. */
  readonly keys?: unknown;
}

/** The JSON object in the text of a key; `undefined` for text of another form. */
export function readJwk(text: string): Jwk | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Jwk;
  } catch {
    return undefined;
  }
}
