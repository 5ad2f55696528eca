/** Facts about an app whose image is built. */
export interface ImageFacts {
  readonly title: string;
  readonly version: string;
  /** The environment variables that flows read by their names, sorted. */
  readonly variables: readonly string[];
  /** Those of them whose values come from files, and the variables that have the paths of these. */
  readonly secrets: readonly { readonly name: string; readonly file: string }[];
  /** The files that the process needs, relative to the output directory. The first one is started. */
  readonly files: readonly string[];
  /** It can keep responses in Redis. */
  readonly usesCache: boolean;
}

/** Where the process listens, and where it answers those who watch over it. */
export const ports = { http: 8080, admin: 9090 } as const;

/** The user `nonroot` of distroless images. */
export const user = 65_532;
