/**
 * Choosing two requests to compare.
 * @module
 */
import { createStore } from "../data/store.js";
import { goTo } from "./route.js";

/** The first of them, once it is chosen. */
export const compared = createStore<number | undefined>(undefined);

/** Chooses the first one, or shows it beside the second; the first again is chosen no more. */
export function compareWith(key: number): void {
  const first = compared.value;
  compared.set(first === undefined ? key : undefined);
  if (first !== undefined && first !== key) goTo("compare", first, key);
}
