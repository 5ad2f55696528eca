/** The part of xml-encryption that we use; the package has no types. */
declare module "xml-encryption/lib/oaep.js" {
  interface Options {
    readonly oaepHash: string;
    readonly mgf1Hash: string;
    readonly oaepLabel: Uint8Array;
  }
  /**
   * Says of no failure what it was.
   * @param key in PEM
   */
  export function privateDecryptOaep(
    key: string | Uint8Array,
    bytes: Uint8Array,
    options: Options,
  ): Uint8Array;
}

/** For tests. */
declare module "xml-encryption" {
  export function encrypt(
    content: string,
    options: Readonly<Record<string, string>>,
    callback: (error: Error | null, xml: string) => void,
  ): void;
}
