/**
 * Keeps results of builds for later ones, also of other processes. Whatever it returns has been stored under the same
 * key before. It may lose anything at any time.
 */
export interface Store {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
}
