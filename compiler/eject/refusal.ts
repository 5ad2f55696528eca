import type { Span } from "../source/source-text.js";

/** Why a flow stays XML, or a handler stays: nothing is written then. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    message: string,
    readonly span?: Span,
  ) {
    super(message);
  }
}
