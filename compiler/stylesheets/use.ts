import type { SourceText, Span } from "../source/source-text.js";

/** A stylesheet that an action names. */
export interface Use {
  readonly stylesheet: SourceText;
  /** The place of the `src` attribute. */
  readonly span: Span;
}
