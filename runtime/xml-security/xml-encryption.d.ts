/** The part of xml-encryption that we use, and `encrypt`, which tests use; the package has no types. */
declare module "xml-encryption" {
  interface Options {
    /** A key in PEM. */
    readonly key: string | Uint8Array;
    readonly disallowDecryptionWithInsecureAlgorithm: boolean;
    readonly warnInsecureAlgorithm: boolean;
  }
  /** The callback is called before it returns. */
  export function decrypt(
    xml: string,
    options: Options,
    callback: (error: Error | null, result?: string) => void,
  ): void;
  export function encrypt(
    content: string,
    options: Readonly<Record<string, string>>,
    callback: (error: Error | null, xml: string) => void,
  ): void;
}
