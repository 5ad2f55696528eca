import type { Span } from "../source/source-text.js";

/** Why a flow stays XML, or a handler stays: nothing is written then. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    message: string,
    readonly span?: Span,
    /** The files of the new state that it is about. */
    readonly files: ReadonlySet<string> = new Set(),
  ) {
    super(message);
  }
}
