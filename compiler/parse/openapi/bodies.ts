import { eitherOf, type Schema } from "../../syntax/schema.js";
import type { SchemaReader } from "../schema/schema.js";
import type { Located, References } from "../yaml/references.js";

type Members = ReadonlyMap<string, Located>;

/** Reads the schemas of the JSON bodies that an operation accepts and sends, in Swagger 2.0 and OpenAPI 3. */
export class BodyReader {
  constructor(
    private readonly references: References,
    readonly schemas: SchemaReader,
  ) {}

  /** The schema of the request body; `undefined` if the description says nothing about a JSON body. */
  request(path: Located, operation: Located): Schema | undefined {
    const own = this.references.members(operation);
    const body = own.get("requestBody");
    if (body !== undefined) return this.#content(this.references.members(body));
    return this.#parameter(own) ?? this.#parameter(this.references.members(path));
  }

  /** The schema of the response, for any status; `undefined` if some response can have any body. */
  response(operation: Located): Schema | undefined {
    const responses = this.references.members(this.references.members(operation).get("responses"));
    const schemas: Schema[] = [];
    for (const [status, response] of responses) {
      if (status.startsWith("x-")) continue;
      const members = this.references.members(response);
      const schema = this.#swagger(members) ?? this.#content(members);
      if (schema !== undefined) schemas.push(schema);
      else if (!withoutBody.test(status)) return undefined;
    }
    return schemas.length === 0 ? undefined : eitherOf(schemas);
  }

  /** Swagger 2.0: the parameter with `in: body`. */
  #parameter(members: Members): Schema | undefined {
    const parameters = members.get("parameters");
    for (const parameter of (parameters && this.references.items(parameters)) ?? []) {
      const fields = this.references.members(parameter);
      const place = fields.get("in");
      if (place?.file.string(place.value) === "body") return this.#swagger(fields);
    }
    return undefined;
  }

  #swagger(members: Members): Schema | undefined {
    const schema = members.get("schema");
    return schema && this.schemas.read(schema);
  }

  /** OpenAPI 3: the schemas of the media types that are JSON or may be. */
  #content(members: Members): Schema | undefined {
    const mediaTypes = [...this.references.members(members.get("content"))].filter(([name]) =>
      json.test(name),
    );
    const schemas = mediaTypes.map(([, mediaType]) => this.#swagger(this.references.members(mediaType)));
    const known = schemas.filter((schema) => schema !== undefined);
    return schemas.length === 0 || known.length < schemas.length ? undefined : eitherOf(known);
  }
}

/** Statuses without a body that flows could read: informational, 204, 205, redirection (RFC 9110, section 15). */
const withoutBody = /^(?:[13]..|20[45])$/;

const json = /^(?:\s*(?:application\/json|application\/\*|\*\/\*)|[^;]*\+json)\s*(?:;|$)/i;
