export type { State } from "./context.js";
