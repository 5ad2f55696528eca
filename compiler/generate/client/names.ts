import { isIdentifier } from "../../code/code.js";
import { words } from "../module/names.js";

/** Names that the module has anyway, or that it takes from around it. */
const taken: ReadonlySet<string> = new Set(
  (
    "Answer AnyStatus Arguments Bytes Client ClientOptions Common Digit Facts Fields Operations OtherStatus StatusRange " +
    "Style ToNumber Undescribed AbortSignal Array Blob Date Error Exclude FormData Headers JSON Map Object Promise " +
    "ReadableStream Record Request RequestInit Response String URLSearchParams"
  ).split(" "),
);

/** Names of types: readable, stable, and different from each other. */
export class TypeNames {
  readonly #used = new Set(taken);
  readonly #counts = new Map<string, number>();

  fresh(name: string, suffix = ""): string {
    const parts = words(name).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    const joined = parts.join("").slice(0, 80);
    const base = `${isIdentifier(joined) ? joined : `Schema${joined}`}${suffix}`;
    let fresh = taken.has(base) ? `${base}Schema` : base;
    const first = fresh;
    for (let count = this.#counts.get(first) ?? 2; this.#used.has(fresh); count++) {
      fresh = `${first}${count}`;
      this.#counts.set(first, count + 1);
    }
    this.#used.add(fresh);
    return fresh;
  }
}
