import type { JsonNode } from "../../syntax/json-template.js";
import type { StaticType } from "../../syntax/static-type.js";
import type { Expression } from "../../syntax/xpath.js";

/** What is known of a value. */
export interface Known {
  readonly type: StaticType;
  /** The JSON that a template makes of it, where it is always the same template. */
  readonly json: JsonNode | undefined;
  /** The expression that it is the result of, where that is always the same one; "initial" before any flow sets it. */
  readonly value: Expression | "initial" | undefined;
}

/** A variable that nothing has set is the empty node-set. */
export const unsetValue: Known = { type: "nodes", json: undefined, value: undefined };

/** It may be anything. */
export const unknownValue: Known = { type: "any", json: undefined, value: undefined };
