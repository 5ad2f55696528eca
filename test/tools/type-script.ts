import { createRequire } from "node:module";
import type { ts as TypeScript } from "ts-morph";

let loaded: typeof TypeScript | undefined;

/** The compiler that comes with ts-morph: TypeScript 7 has no interface for programs yet. */
export function typeScript(): typeof TypeScript {
  loaded ??= (createRequire(import.meta.url)("ts-morph") as typeof import("ts-morph")).ts;
  return loaded;
}
