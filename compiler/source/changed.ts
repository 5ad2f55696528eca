/**
 * A copy of a record in which some members are others, for code that runs for each node of a flow. `{ ...record, name }` says
 * the same, but V8 of Node 20 gives every object that is made so a hidden class of its own. That takes microseconds, and
 * code that reads such objects never finds them in its caches: it made up a sixth of the time of a build. A literal with all
 * members is quicker still. A spread at the end of a literal is harmless, if all of its objects have the same members.
 */
export const changed = <Whole extends object, const Changes extends object>(
  record: Whole,
  changes: Changes,
): Omit<Whole, keyof Changes> & Changes => Object.assign({}, record, changes);

/** True of nodes and lists, whose members can be walked without knowing them. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
