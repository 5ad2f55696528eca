import type { Span } from "../../source/source-text.js";

/** The pieces that a text is put together from, from left to right. */
export type Pieces = readonly Piece[];

export type Piece =
  | { readonly kind: "constant"; readonly text: string }
  | ClientPiece
  /** The path of the client's request. It begins with a slash, and is encoded as the client sent it. */
  | { readonly kind: "client-path" }
  /**
   * Text from the operator or an upstream system, computed or checked text: the client may not be able to
   * choose it. With the name of the environment variable, if it is nothing else.
   */
  | { readonly kind: "unknown"; readonly environment?: string };

/** Text that a client chooses freely. */
export interface ClientPiece {
  readonly kind: "client";
  /** The expression that puts it into the text. */
  readonly span: Span;
  /** Its path in what the client sent: `request/get/id`, `body/json/id`. */
  readonly path: string;
  /** It is encoded, so nothing in it can end a part of a URL. */
  readonly isEncoded: boolean;
}

export const unknown: Pieces = [{ kind: "unknown" }];

/** Texts with more pieces, and values with more alternatives, are not analysed. */
const maxPieces = 64;
const maxAlternatives = 16;

/** All combinations of two texts, one after the other. */
export function joined(before: readonly Pieces[], after: readonly Pieces[]): readonly Pieces[] {
  return limited(before.flatMap((first) => after.map((second) => [...first, ...second])));
}

/** Replaces texts beyond the limits by an unknown one. */
export function limited(alternatives: readonly Pieces[]): readonly Pieces[] {
  const isLarge =
    alternatives.length > maxAlternatives || alternatives.some((pieces) => pieces.length > maxPieces);
  return isLarge ? [unknown] : alternatives;
}

/** Joins adjacent constants. */
export function merged(pieces: Pieces): Pieces {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (piece.kind === "constant" && last?.kind === "constant")
      result[result.length - 1] = { kind: "constant", text: last.text + piece.text };
    else result.push(piece);
  }
  return result;
}
