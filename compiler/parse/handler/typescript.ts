import { createRequire } from "node:module";

/** The compiler of TypeScript in ts-morph, which is only loaded where somebody has handlers, or asks for types. */
export const tsMorph = (): typeof import("ts-morph") => createRequire(import.meta.url)("ts-morph");

export type { ts } from "ts-morph";
