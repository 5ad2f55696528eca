import type { Expression } from "../../syntax/xpath.js";

/** Something that statements set and expressions read: a variable, or what an upstream request with some ID yields. */
export type Slot = `$${string}` | `/${string}` | typeof computedRequest;

export const variableSlot = (name: string): Slot => `$${name}`;

export const requestSlot = (id: string): Slot => `/${id}`;

/** The ID of a slot that is a request's. */
export const requestId = (slot: Slot): string | undefined =>
  slot.startsWith("/") ? slot.slice(1) : undefined;

/** A request whose ID is computed: it may be any. */
export const computedRequest = "*";

/** The variable or the upstream request that an expression itself, without what is inside it, reads. */
export function slotRead(expression: Expression): Slot | undefined {
  if (expression.kind === "variable") return variableSlot(expression.name);
  const id = requestRead(expression);
  return id === undefined ? undefined : requestSlot(id);
}

/** The ID of the upstream request that `$upstream/id`, `content("id")`, `body("id")` or `body()` reads. */
export function requestRead(expression: Expression): string | undefined {
  switch (expression.kind) {
    case "path": {
      const { start, steps } = expression;
      const [step] = steps;
      if (typeof start === "string" || start.kind !== "variable" || start.name !== "upstream")
        return undefined;
      return step?.axis === "child" && step.test.kind === "name" ? step.test.name : undefined;
    }
    case "call": {
      const { name, arguments: args } = expression;
      if (name !== "content" && name !== "body") return undefined;
      const [id] = args;
      if (id !== undefined && id.kind !== "literal") return undefined;
      const given = id?.value ?? "";
      if (given !== "") return given;
      // Without an ID, content() is the main content, which need not come from a request.
      return name === "body" ? "main" : undefined;
    }
    default:
      return undefined;
  }
}
