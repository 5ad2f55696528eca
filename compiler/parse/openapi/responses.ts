import { isJson } from "../../../runtime/http/media-type.js";
import type { ResponseDescription } from "../../syntax/openapi.js";
import type { ValueJudge } from "../schema/value-judge.js";
import type { Located, References } from "../yaml/references.js";

/** What an operation says about its responses, by `200`, `2XX` or `default`. */
export function readResponses(
  operation: Located,
  references: References,
  judge: ValueJudge,
): ReadonlyMap<string, ResponseDescription> {
  const described = references.members(references.members(operation).get("responses"));
  const responses = new Map<string, ResponseDescription>();
  for (const [status, response] of described) {
    if (!/^(?:[1-5]\d\d|[1-5]XX|default)$/i.test(status)) continue;
    const schema = jsonSchema(references.members(response), references);
    const key = status.toLowerCase() === "default" ? "default" : status.toUpperCase();
    responses.set(key, { judge: schema && ((value) => judge.refusals(schema, value)) });
  }
  return responses;
}

/** The schema of a response in JSON, if there is one. */
function jsonSchema(response: ReadonlyMap<string, Located>, references: References): Located | undefined {
  const schema = response.get("schema");
  if (schema !== undefined) return schema;
  const json = [...references.members(response.get("content"))].filter(([name]) => isJson(name));
  const [only, ...others] = json.map(([, mediaType]) => references.members(mediaType).get("schema"));
  return others.length === 0 ? only : undefined;
}
