/** Something that some tests need and not every machine has. `.ci/run` tries to install most of it. */
export interface Need {
  /** The name of the thing, and how to get it. The report names it for skipped tests. */
  readonly name: string;
  readonly isThere: boolean;
}

/** Options for a test or a group of tests: it is skipped if what it needs is missing. */
export const needing = ({ name, isThere }: Need): { skip?: boolean; meta?: { needs: string } } =>
  isThere ? {} : { skip: true, meta: { needs: name } };
