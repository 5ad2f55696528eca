import { checkLength, seen, spend } from "./work.js";

/** The cost of a function, in steps of work. */
interface Cost {
  /** How many UTF-16 units it reads or makes in a step. */
  readonly units: number;
  /** The steps of a call, whatever it is given. */
  readonly call?: number;
}

/**
 * A function that pays for the texts that it is given and for the one that it makes. So is every function of
 * expressions that takes a text: a predicate may call it for each of a million nodes, with a text of megabytes. Calls are
 * marked as pure, so that apps only have the functions that they use.
 */
export function counted<F extends (...given: never[]) => unknown>({ units, call = 1 }: Cost, run: F): F {
  const counting = (...given: readonly unknown[]): unknown => {
    let steps = call;
    for (let index = 0; index < given.length; index++) {
      const one = given[index];
      if (typeof one === "string") steps += one.length / units;
    }
    spend(steps);
    const result = run(...(given as never[]));
    if (typeof result !== "string") return result;
    checkLength(result.length);
    spend(result.length / units);
    return seen(result);
  };
  return counting as unknown as F;
}

/** XPath 1.0 §4.2 normalize-space(). It knows XML's white space only, so a no-break space stays. */
export const normalizeSpace = counted({ units: 4, call: 4 }, (text: string): string => {
  const words = text.split(/[ \t\r\n]+/);
  return words.filter((word) => word !== "").join(" ");
});
