import type { JsonNode } from "../../syntax/json-template.js";
import type { StaticType } from "../../syntax/static-type.js";
import type { Expression } from "../../syntax/xpath.js";

export interface Known {
  readonly type: StaticType;
  /** The JSON that a template writes as the value, if it is always the same template. */
  readonly json: JsonNode | undefined;
  /** The expression that yields the value, if it is always the same one. `"initial"`: no flow has set it yet. */
  readonly value: Expression | "initial" | undefined;
}

/** A variable that nothing has set is an empty node-set. */
export const unsetValue: Known = { type: "nodes", json: undefined, value: undefined };

/** A value that may be anything. */
export const unknownValue: Known = { type: "any", json: undefined, value: undefined };
