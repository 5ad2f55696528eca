import type { Content } from "../../request/content.js";

/** The facts that the element of a request states beside its JSON, and those that the build knows. */
export interface RequestFacts {
  /** The URL if the JSON has none. */
  readonly url?: string;
  /** The method if the JSON has none. */
  readonly method?: string;
  /** The body, in place of what the JSON says. */
  readonly body?: Content;
  /** Files of the flow directory, by the names that the JSON uses. */
  readonly files?: Readonly<Record<string, Content>>;
  /** How many segments `.` and `..`, and backslashes, the flow itself writes in the URL; none if it is missing. */
  readonly detours?: number;
  /** True if only the client reads the response, so that a long one is passed on as it comes. */
  readonly streamsToClient?: boolean;
}
