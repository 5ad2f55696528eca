import {
  allItems,
  allMembers,
  alternatives,
  isNamed,
  type JsonMember,
  type JsonNode,
} from "../../syntax/json-template.js";
import type { JsonType } from "../../syntax/schema.js";
import type { Expression, Step, VariableReference } from "../../syntax/xpath.js";
import { jsonType } from "./json-type.js";
import type { Known } from "./known.js";

/** The JSON type of a node. `true` is a boolean that is never false. */
export type NodeType = JsonType | "true";

export type Variables = (variable: VariableReference) => Known;

/** The analysis does not look into JSON with more parts. */
const maxParts = 1000;

/** The type that all nodes of a path have, if templates in the flow determine it. */
export function typeOfPath(expression: Expression, variables: Variables): NodeType | undefined {
  const types = new Set(jsonNodes(expression, variables).map((json) => typeOf(json, variables)));
  const [only] = types;
  if (types.size === 2 && types.has("boolean") && types.has("true")) return "boolean";
  return types.size === 1 ? only : undefined;
}

/**
 * The JSON that a template of the flow writes at the place an expression leads to; `undefined` if there is
 * not exactly one.
 */
export function jsonAt(expression: Expression, variables: Variables): JsonNode | undefined {
  const [only, ...others] = jsonNodes(expression, variables);
  return others.length === 0 ? only : undefined;
}

/** All JSON that an expression may lead to; empty if some of it is unknown. */
function jsonNodes(expression: Expression, variables: Variables): readonly JsonNode[] {
  switch (expression.kind) {
    case "variable": {
      const { json } = variables(expression);
      return json === undefined ? [] : alternatives(json);
    }
    case "filter":
      return jsonNodes(expression.primary, variables);
    case "path": {
      const { start, steps } = expression;
      return typeof start === "string" ? [] : steps.reduce(children, jsonNodes(start, variables));
    }
    default:
      return [];
  }
}

function children(nodes: readonly JsonNode[], { axis, test }: Step): readonly JsonNode[] {
  if (axis === "self" && test.kind === "type" && test.type === "node") return nodes;
  if (axis !== "child" || test.kind !== "name" || test.name === "json-element") return [];
  const found = nodes.map((json) => childrenOf(json, test.name));
  return found.every((each) => each !== undefined) ? found.flat() : [];
}

function childrenOf(json: JsonNode, name: string): readonly JsonNode[] | undefined {
  switch (json.kind) {
    case "constant":
      return [];
    case "object":
      return json.members.length > maxParts ? undefined : memberValues(json.members, name);
    case "array":
      return json.items.length > maxParts
        ? undefined
        : name === "value"
          ? allItems(json.items).flatMap(alternatives)
          : [];
    default:
      return undefined;
  }
}

/** The values of the members with a name; `undefined` if there may be members with unknown names. */
function memberValues(members: readonly JsonMember[], name: string): readonly JsonNode[] | undefined {
  const found = allMembers(members).map((member): readonly JsonNode[] | undefined => {
    if (!isNamed(member)) return undefined;
    return member.name === name ? alternatives(member.value) : [];
  });
  return found.every((each) => each !== undefined) ? found.flat() : undefined;
}

function typeOf(json: JsonNode, variables: Variables): NodeType | undefined {
  switch (json.kind) {
    case "object":
    case "array":
      return json.kind;
    case "constant":
      return constantType(json.value);
    case "expression": {
      const type = jsonType(json, (variable) => variables(variable).type);
      return type === "string" || type === "boolean" ? type : undefined;
    }
    default:
      return undefined;
  }
}

function constantType(value: string | number | boolean | null): NodeType {
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
      return "number";
    case "boolean":
      return value ? "true" : "boolean";
    default:
      return "null";
  }
}
