import { exactNumber } from "../../../runtime/data/json/long-integers.js";
import type { JsonNode } from "../../syntax/json-template.js";
import type { StaticType, VariableTypes } from "../../syntax/static-type.js";
import { templateType } from "./static-type.js";

/**
 * The type of a variable that a template's JSON is assigned to: an object or array becomes a node, and `null`
 * an empty node-set.
 */
export function jsonType(json: JsonNode, variables: VariableTypes): StaticType {
  switch (json.kind) {
    case "object":
    case "array":
      return "nodes";
    case "constant":
      // A long integer keeps all of its digits, so it is no number of JavaScript.
      return typeof exactNumber(json.text) === "bigint" ? "any" : constantType(json.value);
    case "expression": {
      // A number may be NaN or infinite, which JSON cannot hold. The first node of a set may be any JSON.
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
