import { createRequire } from "node:module";

let loaded: typeof import("ts-morph") | undefined;

/** The compiler of TypeScript in ts-morph, which is only loaded where somebody has handlers, or asks for types. */
export function tsMorph(): typeof import("ts-morph") {
  loaded ??= createRequire(import.meta.url)("ts-morph") as typeof import("ts-morph");
  return loaded;
}

export type { ts } from "ts-morph";
