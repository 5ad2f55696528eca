import type { Doc } from "../../code/doc.js";

/** A generated module, complete but for its text. */
export interface ModulePlan {
  /** Relative to the output directory: `endpoints/get-users.ts`. */
  readonly path: string;
  /** Says what the module is and where it comes from: the comment at its top. */
  readonly docs: string;
  /** Names by module specifier, printed in alphabetical order. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  readonly typeImports: ReadonlyMap<string, ReadonlySet<string>>;
  readonly declarations: readonly Declaration[];
}

/** `export const name: type = initializer;`, or code that stands at the top level as it is. */
export type Declaration =
  | {
      readonly kind: "const";
      readonly name: string;
      readonly exported: boolean | "default";
      readonly docs?: string;
      readonly type?: Doc;
      readonly initializer: Doc;
    }
  | { readonly kind: "statement"; readonly statement: Doc };
