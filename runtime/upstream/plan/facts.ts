import type { Content } from "../../flow/content.js";

/** What the element of a request says beside its JSON, and what the build knows of it. */
export interface RequestFacts {
  /** Counts where the JSON has no `url`. */
  readonly url?: string;
  /** Counts where the JSON has no `method`. */
  readonly method?: string;
  /** Files of the flow directory, by the names that they have in the JSON. */
  readonly files?: Readonly<Record<string, Content>>;
  /** Segments `.` and `..`, and backslashes, that the flow itself writes in the URL; none if it is missing. */
  readonly detours?: number;
  /** Nothing but the client reads the response, so that a long one is passed on as it comes. */
  readonly isStreamed?: boolean;
}
