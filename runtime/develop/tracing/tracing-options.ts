import type { Trace } from "../../observe/trace/format.js";
import type { AnswerUpstream } from "./answers.js";
import type { UpstreamMock } from "./upstream-mock.js";

/** Who gets the traces of an app, and what is in them. */
export interface TracingOptions {
  /** A request has begun. The trace grows until it has ended. */
  began(trace: Trace): void;
  /** The answer is known, and has been sent if it is a stream. */
  ended(trace: Trace): void;
  /** Further names of members, fields and parameters whose values are secret. */
  readonly secretNames?: readonly string[];
  /** Returns true if secrets are kept as they are, from now on. */
  showsSecrets?(): boolean;
  /** How many characters a trace may have, roughly; the rest is counted in `Trace.dropped`. */
  readonly maxBytes?: number;
  /** The source map of the app, in JSON. It is asked for when an alert first needs to know its place in the flows. */
  readonly sourceMap?: () => string;
  /** The number of the build, for `Trace.build`. */
  readonly build?: number;
  /** The variables that the app has for its environment; that of the process if nothing is said. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The mocks that answer in place of upstream systems; all others answer themselves. */
  readonly mocks?: readonly UpstreamMock[];
  /** Answers all upstream requests, so that none goes out. */
  readonly answer?: AnswerUpstream;
  /** The random value that flows get in place of another one; `undefined` if they get that. */
  random?(): string | undefined;
}
