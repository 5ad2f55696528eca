/**
 * The parts that tests and development put between an app and its upstream systems. Rooms above add members,
 * as to `Facilities`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the members are declared where they are used
export interface Harness {}

export let harness: Harness | undefined;

/** Puts it around the apps of the whole process. */
export function putAround(one: Harness): void {
  harness = one;
}
