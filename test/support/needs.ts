/** What some tests need that not every machine has. `.ci/run` tries to install most of it. */
export interface Need {
  /** What it is, and how to get it: the report says so where tests are skipped. */
  readonly name: string;
  readonly isThere: boolean;
}

/** Options of a test, or of a group of tests, that are skipped without what they need. */
export const needing = ({ name, isThere }: Need): { skip?: boolean; meta?: { needs: string } } =>
  isThere ? {} : { skip: true, meta: { needs: name } };
