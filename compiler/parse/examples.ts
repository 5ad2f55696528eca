import { isJson } from "../../runtime/media-type.js";
import type { Example } from "../../runtime/validation/contract.js";
import { jsonOf } from "./json-schema.js";
import type { Located, References } from "./references.js";

type Members = ReadonlyMap<string, Located>;

/** The examples of the response with the status 200: what mocks answer with. */
export function readExamples(references: References, operation: Members): readonly Example[] {
  const responses = references.members(operation.get("responses"));
  const response = references.members(responses.get("200"));
  const swagger = [...references.members(response.get("examples"))];
  const openApi = [...references.members(response.get("content"))].flatMap(([mediaType, content]) => {
    const value = contentExample(references, references.members(content));
    return value === undefined ? [] : [[mediaType, value] as const];
  });
  return [...swagger, ...openApi].map(([mediaType, value]) => ({
    mediaType,
    text: exampleText(mediaType, references.resolve(value) ?? value),
  }));
}

/** OpenAPI 3: `example`, or the first of `examples`. */
function contentExample(references: References, content: Members): Located | undefined {
  const [first] = references.members(content.get("examples")).values();
  return content.get("example") ?? references.members(first).get("value");
}

/** A string stands for itself, unless it is to be JSON and is none. */
function exampleText(mediaType: string, value: Located): string {
  const json = jsonOf(value);
  return typeof json === "string" && (!isJson(mediaType) || isJsonText(json)) ? json : JSON.stringify(json);
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
