/** Finds the place in a flow that is running now, such as `orders.xml:12`; `undefined` if none is, or if nobody knows. */
export type PlaceFinder = () => string | undefined;

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
export function alertPlace(flow: string): string | undefined {
  return find && (find() ?? (flow || undefined));
}
