import { code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";

/** Statements that are printed at the end, when it is known which of their names are used. */
export type Draft = () => readonly Doc[];

/** The end of the flow. */
export const end: Draft = () => [code`return;`];
