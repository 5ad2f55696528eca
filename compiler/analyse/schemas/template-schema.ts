import { contentsOf, type JsonItem, type JsonMember, type JsonNode } from "../../syntax/json-template.js";
import { anything, eitherOf, type JsonType, nothing, type Schema } from "../../syntax/schema.js";

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
      return { ...anything, span: json.span, types: new Set([typeOf(json.value)]), origin };
    case "object":
      return objectSchema(json.span, json.members);
    case "array": {
      const items = itemsOf(json.items).map(schemaOf);
      return {
        ...anything,
        span: json.span,
        types: new Set(["array"]),
        items: items.length === 0 ? anything : eitherOf(items),
        origin,
      };
    }
    case "if":
    case "with":
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
  const isComplete = collect(members, values);
  return {
    ...anything,
    span,
    types: new Set(["object"]),
    properties: new Map([...values].map(([name, schemas]) => [name, eitherOf(schemas)])),
    additionalProperties: isComplete ? nothing : anything,
    origin,
  };
}

/** Collects the schemas of members by name. Returns whether all names are known. */
function collect(members: readonly JsonMember[], values: Map<string, Schema[]>): boolean {
  let isComplete = true;
  for (const member of members) {
    if (member.kind === "member" && typeof member.name === "string") {
      const schema = schemaOf(member.value);
      const known = values.get(member.name);
      if (known === undefined) values.set(member.name, [schema]);
      else known.push(schema);
    } else if (member.kind === "member" || member.kind === "pairs") isComplete = false;
    else
      for (const content of contentsOf<readonly JsonMember[]>(member))
        isComplete = collect(content, values) && isComplete;
  }
  return isComplete;
}

function itemsOf(items: readonly JsonItem[]): readonly JsonNode[] {
  return items.flatMap((item) =>
    item.kind === "item" ? [item.value] : contentsOf<readonly JsonItem[]>(item).flatMap(itemsOf),
  );
}

function alternatives(json: JsonNode): readonly JsonNode[] {
  return json.kind === "if" || json.kind === "with"
    ? contentsOf<JsonNode>(json).flatMap(alternatives)
    : [json];
}
