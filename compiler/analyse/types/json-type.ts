import type { JsonNode } from "../../syntax/json-template.js";
import type { StaticType, VariableTypes } from "../../syntax/static-type.js";
import { templateType } from "./static-type.js";

/** What a variable that takes the JSON of a template holds: an object or array is a node, `null` an empty node-set. */
export function jsonType(json: JsonNode, variables: VariableTypes): StaticType {
  switch (json.kind) {
    case "object":
    case "array":
      return "nodes";
    case "constant":
      return constantType(json.value);
    case "expression": {
      // A number may be one that JSON cannot hold, and the first of some nodes may be any JSON.
      const type = templateType(json.value, variables);
      return type === "string" || type === "boolean" ? type : "any";
    }
    default:
      return "any";
  }
}

function constantType(value: string | number | boolean | null): StaticType {
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    default:
      return "nodes";
  }
}
