import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The compiler of TypeScript in ts-morph, which is only loaded where somebody has handlers, or asks for types. */
export const tsMorph = (): typeof import("ts-morph") => require("ts-morph");

export type { ts } from "ts-morph";
