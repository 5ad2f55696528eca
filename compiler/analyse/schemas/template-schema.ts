import { append } from "../../source/lists.js";
import {
  allItems,
  allMembers,
  alternatives,
  isNamed,
  type JsonMember,
  type JsonNode,
} from "../../syntax/json-template.js";
import {
  anything,
  arrayOf,
  eitherOf,
  type JsonType,
  nothing,
  objectOf,
  type Schema,
  scalarOf,
} from "../../syntax/schema.js";

/**
 * The schema of the JSON that a template writes; `undefined` if that is neither always an object nor always an array.
 */
export function templateSchema(json: JsonNode): Schema | undefined {
  return alternatives(json).every(({ kind }) => kind === "object" || kind === "array")
    ? schemaOf(json)
    : undefined;
}

function schemaOf(json: JsonNode): Schema {
  switch (json.kind) {
    case "constant":
      return scalarOf(typeOf(json.value), { span: json.span, origin });
    case "object":
      return objectSchema(json.span, json.members);
    case "array": {
      const items = allItems(json.items).map(schemaOf);
      return arrayOf(items.length === 0 ? anything : eitherOf(items), { span: json.span, origin });
    }
    case "block":
      return eitherOf(alternatives(json).map(schemaOf));
    default:
      return anything;
  }
}

const origin = { kind: "template" } as const;

function typeOf(value: string | number | boolean | null): JsonType {
  return value === null ? "null" : (typeof value as JsonType);
}

function objectSchema(span: Schema["span"], members: readonly JsonMember[]): Schema {
  const values = new Map<string, Schema[]>();
  let isComplete = true;
  for (const member of allMembers(members)) {
    if (isNamed(member)) append(values, member.name, schemaOf(member.value));
    else isComplete = false;
  }
  const known = [...values].map(([name, schemas]) => [name, eitherOf(schemas)] as const);
  return objectOf(known, isComplete ? nothing : anything, { span, origin });
}

/** Tells whether it describes what a template writes; so do all of its parts then, and none contains itself. */
export const isOfTemplate = ({ origin }: Schema): boolean => origin?.kind === "template";

/** Everything about the schema of a template but its places. */
export const formOf = (schema: Schema): string =>
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === "span") return undefined;
    return value instanceof Map || value instanceof Set ? [...value] : value;
  });
