/**
 * What tests of flows put around an app. In a bundle with tests, `develop/testing/test-harness.ts` stands in place of
 * this module. In all others, the bundler removes every trace of it. Rooms below add members to the interface, as to `Facilities`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the members are declared where they are used
export interface Harness {}

export const harness: Harness | undefined = undefined;

/** A request begins with a context. Returns the same. */
export function begun<C>($: C): C {
  return $;
}
