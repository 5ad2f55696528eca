import type { Span } from "../../source/source-text.js";

/** A text as its pieces, from left to right. */
export type Pieces = readonly Piece[];

export type Piece =
  | { readonly kind: "constant"; readonly text: string }
  | ClientPiece
  /** The path of the client's request: it begins with a slash, and is encoded as it was sent. */
  | { readonly kind: "client-path" }
  /** Of the operator, of an upstream, computed, checked: nothing that a client provably chooses. */
  | { readonly kind: "unknown" };

/** What a client has sent, as it chose it. */
export interface ClientPiece {
  readonly kind: "client";
  /** Where it is put into the text. */
  readonly span: Span;
  /** The path to it: `request/get/id`, `body/json/id`. */
  readonly path: string;
  /** Nothing in it can end a part of a URL. */
  readonly isEncoded: boolean;
}

export const unknown: Pieces = [{ kind: "unknown" }];

/** More of either are not looked at. */
const maxPieces = 64;
const maxAlternatives = 16;

/** All that two texts in a row can be. */
export function joined(before: readonly Pieces[], after: readonly Pieces[]): readonly Pieces[] {
  return limited(before.flatMap((first) => after.map((second) => [...first, ...second])));
}

/** Texts that are not looked at are not known. */
export function limited(alternatives: readonly Pieces[]): readonly Pieces[] {
  const isLarge =
    alternatives.length > maxAlternatives || alternatives.some((pieces) => pieces.length > maxPieces);
  return isLarge ? [unknown] : alternatives;
}

/** With constants that follow each other as one. */
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
