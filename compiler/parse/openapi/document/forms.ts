import {
  isObject,
  type JsonObject,
  type JsonValue,
  setMember,
} from "../../../../runtime/data/model/values.js";
import type { Located } from "../../yaml/references.js";
import { type Components, lastName, pointerTo } from "./components.js";

const formType = "application/x-www-form-urlencoded";
const multipartType = "multipart/form-data";

/**
 * The body of an operation whose parameters are the fields of a form.
 * @param body says which media types there are
 */
export function formOf(
  fields: readonly Located[],
  body: Located | undefined,
  components: Components,
  read: (field: Located) => Record<string, JsonValue> | undefined,
): JsonValue {
  const properties: Record<string, JsonValue> = {};
  const encoding: Record<string, JsonValue> = {};
  const required: string[] = [];
  for (const field of fields) {
    const { name, description, required: isRequired, schema: own = {}, style, explode } = read(field) ?? {};
    if (typeof name !== "string") continue;
    const { reference } = field;
    const $ref =
      reference && pointerTo("schemas", components.add("schemas", lastName(reference), field.get("schema")));
    const schema = $ref === undefined ? own : { $ref };
    const described = description === undefined || !isObject(schema) ? schema : { ...schema, description };
    if (described !== undefined) setMember(properties, name, described);
    // Lists are written as several fields if nothing is said.
    if (style !== undefined && explode === false) setMember(encoding, name, { style, explode });
    if (isRequired === true) required.push(name);
  }
  const hasFile = fields.some((field) => field.get("schema").get("type").string === "file");
  const listed = [...(body?.get("content").members.keys() ?? [])].filter(
    (type) => type === formType || type === multipartType,
  );
  const types = hasFile ? [multipartType] : listed.length > 0 ? listed : [formType];
  const schema = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  const media: JsonObject = { schema, ...(Object.keys(encoding).length > 0 ? { encoding } : {}) };
  return {
    content: Object.fromEntries(types.map((type) => [type, media])),
    ...(required.length > 0 ? { required: true } : {}),
  };
}
