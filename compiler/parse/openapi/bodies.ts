import { eitherOf, type Schema } from "../../syntax/schema.js";
import type { SchemaReader } from "../schema/schema.js";
import type { Located } from "../yaml/references.js";

/** Reads the schemas of the JSON bodies that an operation accepts and sends, in Swagger 2.0 and OpenAPI 3. */
export class BodyReader {
  constructor(readonly schemas: SchemaReader) {}

  /** The schema of the request body; `undefined` if the description says nothing about a JSON body. */
  request(path: Located, operation: Located): Schema | undefined {
    const body = operation.find("requestBody");
    if (body !== undefined) return this.#content(body);
    // In Swagger 2.0, it is a parameter.
    const parameters = [operation, path].map((one) =>
      one.get("parameters").items.find((parameter) => parameter.get("in").string === "body"),
    );
    return parameters.map((one) => one && this.#schema(one)).find((schema) => schema !== undefined);
  }

  /** The schema of the response, for any status; `undefined` if some response can have any body. */
  response(operation: Located): Schema | undefined {
    const schemas: Schema[] = [];
    for (const [status, response] of operation.get("responses").members) {
      if (status.startsWith("x-")) continue;
      const schema = this.#schema(response) ?? this.#content(response);
      if (schema !== undefined) schemas.push(schema);
      else if (!withoutBody.test(status)) return undefined;
    }
    return schemas.length === 0 ? undefined : eitherOf(schemas);
  }

  #schema(owner: Located): Schema | undefined {
    const schema = owner.find("schema");
    return schema && this.schemas.read(schema);
  }

  /** OpenAPI 3: the schemas of the media types that are JSON or may be. */
  #content(message: Located): Schema | undefined {
    const mediaTypes = [...message.get("content").members].filter(([name]) => json.test(name));
    const schemas = mediaTypes.map(([, mediaType]) => this.#schema(mediaType));
    const known = schemas.filter((schema) => schema !== undefined);
    return schemas.length === 0 || known.length < schemas.length ? undefined : eitherOf(known);
  }
}

/** Statuses without a body that flows could read: informational, 204, 205, redirection (RFC 9110, section 15). */
const withoutBody = /^(?:[13]..|20[45])$/;

const json = /^(?:\s*(?:application\/json|application\/\*|\*\/\*)|[^;]*\+json)\s*(?:;|$)/i;
