/**
 * The interface of the file `log-form.cjs` for the server that loads it. `log-form/` makes it; this room has the types.
 * @module
 */

/** Whose names the members of events have. */
export type LogNames = "ecs" | "opentelemetry";

/** Makes the line that is written of the line of an event. */
export type LogForm = (line: string) => string;

export interface LogFormModule {
  /** @param omitted the members that are left out, by our names */
  formOf(names: LogNames | undefined, omitted: ReadonlySet<string> | undefined): LogForm;
}
