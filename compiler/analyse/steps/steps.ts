/** Work that can be left between its steps, or for good. */
export type Steps<T> = Generator<void, T>;

/** The result of all steps, one directly after the other. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
