/** A function that flows call. */
export type Action = (...args: never[]) => unknown;

/** Finds the place in the flows that code comes from. */
export interface FlowPlaces {
  /**
   * The place in a flow that is running now, such as `orders.xml:12`; `undefined` if none is, or if nobody knows.
   * @param action the action that the flow has called, if it is known: that makes it faster
   */
  find(action?: Action): string | undefined;
  /** Looks for places of flows in the stack of an error. */
  inStack(stack: string): FlowStack;
}

export interface FlowStack {
  /** With places in flows instead of those of the code that was made of them. */
  readonly stack: string;
  /** The first of them. */
  readonly place?: string | undefined;
}

/** Nothing knows places, unless the program that serves the app has its source map. */
let places: FlowPlaces | undefined;

/** Sets how the whole process finds places. */
export function findPlacesWith(known: FlowPlaces): void {
  places = known;
}

/**
 * Where an alert comes from: a line of a flow or, if its flow has already ended, just the file. Nothing is noted while
 * a flow runs; the stack tells.
 */
export function alertPlace(flow: string, action?: Action): string | undefined {
  return places && (places.find(action) ?? (flow || undefined));
}

/** The stack of an error with the places of flows, where they are known. */
export function flowStack(stack: string): FlowStack {
  return places?.inStack(stack) ?? { stack };
}
