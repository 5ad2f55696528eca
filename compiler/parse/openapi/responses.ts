import { essence, isJson } from "../../../runtime/http/media-type.js";
import type { ResponseDescription } from "../../syntax/openapi.js";
import { statusKey } from "../../syntax/openapi.js";
import type { ValueJudge } from "../schema/value-judge.js";
import type { Located } from "../yaml/references.js";

/**
 * The responses of an operation, by `200`, `2XX` or `default`.
 * @param defaults what the description says of the media types of all operations, in Swagger 2.0
 */
export function readResponses(
  operation: Located,
  defaults: Located | undefined,
  judge: ValueJudge,
): ReadonlyMap<string, ResponseDescription> {
  const produces = operation.find("produces") ?? defaults;
  const produced = (produces?.items ?? []).map(({ string }) => essence(string));
  const responses = new Map<string, ResponseDescription>();
  for (const [status, response] of operation.get("responses").members) {
    const key = statusKey(status);
    if (key === undefined) continue;
    const schema = jsonSchema(response);
    const mediaTypes = response.has("schema")
      ? produced
      : [...response.get("content").members.keys()].map(essence);
    responses.set(key, { judge: schema && ((value) => judge.refusals(schema, value)), mediaTypes });
  }
  return responses;
}

/** The schema of a response in JSON, if there is one. */
function jsonSchema(response: Located): Located | undefined {
  const json = [...response.get("content").members].filter(([name]) => isJson(name));
  const [only, ...others] = json.map(([, mediaType]) => mediaType.find("schema"));
  return response.find("schema") ?? (others.length === 0 ? only : undefined);
}
