import { isObject, type JsonObject, type JsonValue } from "../../../../runtime/data/model/values.js";
import { methods } from "../../../syntax/openapi.js";
import { pointerTo } from "./components.js";
import { mapMembers } from "./fields.js";

const problem: JsonObject = {
  description: "An error, as a problem document (RFC 9457)",
  content: {
    "application/problem+json": {
      schema: {
        type: "object",
        properties: {
          type: { type: "string" },
          title: { type: "string" },
          status: { type: "integer" },
          detail: { type: "string" },
          code: { type: "integer" },
          requestID: { type: "string" },
        },
        required: ["type", "title", "status", "detail"],
      },
    },
  },
};

/** The document with problem documents for the errors that operations do not describe themselves. */
export function withProblems(document: JsonObject): JsonObject {
  const components = isObject(document.components) ? document.components : {};
  const known = isObject(components.responses) ? components.responses : {};
  let name = "Problem";
  while (Object.hasOwn(known, name)) name += "-";
  const described = (items: JsonValue | undefined) => mapMembers(items, (item) => mapMembers(item, describe));
  const describe = (operation: JsonValue, method: string): JsonValue => {
    if (!isObject(operation) || !methods.some((one) => one === method)) return operation;
    const responses = isObject(operation.responses) ? operation.responses : {};
    if (Object.hasOwn(responses, "default")) return operation;
    const $ref = pointerTo("responses", name);
    return { ...operation, responses: { "4XX": { $ref }, "5XX": { $ref }, ...responses } };
  };
  return {
    ...document,
    paths: described(document.paths),
    components: {
      ...components,
      responses: { ...known, [name]: problem },
      ...(components.pathItems === undefined ? {} : { pathItems: described(components.pathItems) }),
    },
  };
}
