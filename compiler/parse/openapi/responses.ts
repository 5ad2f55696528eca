import { essence, isJson } from "../../../runtime/http/media-type.js";
import type { ResponseDescription } from "../../syntax/openapi.js";
import type { ValueJudge } from "../schema/value-judge.js";
import type { Located, References } from "../yaml/references.js";

/**
 * What an operation says about its responses, by `200`, `2XX` or `default`.
 * @param defaults what the description says of the media types of all operations, in Swagger 2.0
 */
export function readResponses(
  operation: Located,
  defaults: Located | undefined,
  references: References,
  judge: ValueJudge,
): ReadonlyMap<string, ResponseDescription> {
  const described = references.members(references.members(operation).get("responses"));
  const produces = references.members(operation).get("produces") ?? defaults;
  const produced = ((produces && references.items(produces)) ?? []).flatMap(({ file, value }) =>
    essence(file.string(value)),
  );
  const responses = new Map<string, ResponseDescription>();
  for (const [status, response] of described) {
    if (!/^(?:[1-5]\d\d|[1-5]XX|default)$/i.test(status)) continue;
    const members = references.members(response);
    const schema = jsonSchema(members, references);
    const mediaTypes = members.has("schema")
      ? produced
      : [...references.members(members.get("content")).keys()].map(essence);
    const key = status.toLowerCase() === "default" ? "default" : status.toUpperCase();
    responses.set(key, { judge: schema && ((value) => judge.refusals(schema, value)), mediaTypes });
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
