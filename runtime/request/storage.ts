import type { Value } from "../data/model/values.js";
import type { Content } from "./content.js";

/** The values that the flows of one request have put into locations other than contents. */
export interface Stored {
  /** By the name after `fit://request/`. */
  readonly storage: Map<string, Content>;
  /** By the name of a variable: the content that was put there. The variable itself has only its value. */
  readonly variables: Map<string, { readonly value: Value; readonly content: Content }>;
}

export function nothingStored(): Stored {
  return { storage: new Map(), variables: new Map() };
}
