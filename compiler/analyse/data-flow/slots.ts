import { functions } from "../../constructs/functions/index.js";
import type { ContentLocation } from "../../syntax/location.js";
import type { Expression } from "../../syntax/xpath.js";

/**
 * Something that statements set and expressions read: a variable (`$name`), or the response to the upstream
 * request with an ID (`/id`). Or the main content.
 */
export type Slot = `$${string}` | `/${string}` | typeof computedRequest | typeof mainContentSlot;

export function variableSlot(name: string): Slot {
  return `$${name}`;
}

export function requestSlot(id: string): Slot {
  return `/${id}`;
}

/** The ID of the request that a slot stands for; `undefined` for variables. */
export function requestId(slot: Slot): string | undefined {
  return slot.startsWith("/") ? slot.slice(1) : undefined;
}

/** The slot of a request whose ID is computed at run time: it may be any ID. */
export const computedRequest = "*";

/** The slot of the main content, at which paths of a flow begin. */
export const mainContentSlot = ".";

/** The slot that a location reads, or an expression without its inner expressions. */
export function slotRead(read: Read): Slot | undefined {
  if (read.kind === "variable") return variableSlot(read.name);
  const id = requestRead(read);
  return id === undefined ? undefined : requestSlot(id);
}

export type Read = Expression | ContentLocation;

/**
 * The ID of the upstream request that a location or an expression reads: `in="fit://request/content/id"`,
 * `$upstream/id`, `content("id")`, `body("id")`, `body()`, or a function that takes a location.
 */
export function requestRead(read: Read): string | undefined {
  switch (read.kind) {
    case "content":
      return read.id || undefined;
    case "path": {
      const { start, steps } = read;
      const [step] = steps;
      if (typeof start === "string" || start.kind !== "variable" || start.name !== "upstream")
        return undefined;
      return step?.axis === "child" && step.test.kind === "name" ? step.test.name : undefined;
    }
    case "call":
      // The main content need not come from a request.
      return functions.get(read.name)?.contentRead?.(read)?.id || undefined;
    default:
      return undefined;
  }
}
