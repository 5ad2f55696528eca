/** What a value can be. */
export interface Domain {
  /** In words: `one of GET, POST`. */
  readonly why: string;
  /** All of them, where they can be listed. */
  readonly values: readonly string[];
  has(constant: string | number): boolean;
  /** The least and the greatest, of numbers. */
  readonly range?: readonly [number, number];
}
