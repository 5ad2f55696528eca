/** A function that flows call. */
export type Action = (...args: never[]) => unknown;

/**
 * Finds the place in a flow that is running now, such as `orders.xml:12`; `undefined` if none is, or if nobody knows.
 * @param action what the flow has called, if it is known: that makes it faster
 */
export type PlaceFinder = (action?: Action) => string | undefined;

/** Nothing knows places, unless the program that serves the app has its source map. */
let find: PlaceFinder | undefined;

/** Sets how the whole process finds places. */
export function findPlacesWith(finder: PlaceFinder): void {
  find = finder;
}

/**
 * Where an alert comes from: a line of a flow or, if its flow has already ended, just the file. Nothing is noted while
 * a flow runs; the stack tells.
 */
export function alertPlace(flow: string, action?: Action): string | undefined {
  return find && (find(action) ?? (flow || undefined));
}
