import { essence, isJson } from "../../../runtime/http/media-type.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Files } from "../../source/files.js";
import { type ResponseDescription, statusKey } from "../../syntax/openapi.js";
import { eitherOf, type Schema } from "../../syntax/schema.js";
import { JsonSchemaReader } from "../schema/json-schema.js";
import { SchemaReader } from "../schema/schema.js";
import { ValueJudge } from "../schema/value-judge.js";
import { type Located, References } from "../yaml/references.js";
import type { YamlFile } from "../yaml/yaml.js";
import { DescriptionChecker } from "./checks/check-description.js";
import { ContractReader } from "./contract.js";
import { CredentialReader } from "./credentials.js";
import { ExampleReader } from "./examples.js";

/** The readers for the messages of an API description, in all files that it consists of. */
export interface MessageReaders {
  readonly references: References;
  /** The description itself. */
  readonly top: Located;
  readonly bodies: BodyReader;
  readonly schemas: JsonSchemaReader;
  readonly contracts: ContractReader;
  readonly examples: ExampleReader;
  /** The responses of an operation. */
  responses(operation: Located): ReadonlyMap<string, ResponseDescription>;
  /** Checks all of the description, when everything that validates has been read. */
  check(): void;
}

export function messageReaders(file: YamlFile, files: Files, reporter: Reporter): MessageReaders {
  const references = new References(file.silent(), files, reporter);
  const top = references.located(file.root);
  const isNew = /^3\.[1-9]/.test(top.get("openapi").string ?? "");
  const schemas = new JsonSchemaReader(isNew ? "2020-12" : "draft-04", reporter);
  const defaults = { consumes: top.find("consumes"), produces: top.find("produces") };
  const judge = new ValueJudge(schemas.dialect);
  return {
    references,
    top,
    bodies: new BodyReader(new SchemaReader()),
    schemas,
    contracts: new ContractReader(schemas, new CredentialReader(top), defaults, reporter),
    examples: new ExampleReader(reporter),
    responses: (operation) => readResponses(operation, defaults.produces, judge),
    check: () => new DescriptionChecker(schemas, judge, !top.has("openapi"), reporter).check(top),
  };
}

/** Reads the schemas of the JSON bodies that an operation accepts and sends, in Swagger 2.0 and OpenAPI 3. */
class BodyReader {
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

  /**
   * The media types of the request body; `undefined` if the description says nothing of them, or says two things.
   * @param defaults those of all operations, in Swagger 2.0
   */
  mediaTypes(
    path: Located,
    operation: Located,
    defaults: Located | undefined,
  ): readonly string[] | undefined {
    const body = operation.find("requestBody");
    if (body !== undefined) {
      const names = [...body.get("content").members.keys()];
      return names.length === 0 ? undefined : names.map((name) => essence(name));
    }
    const places = [operation, path].flatMap((one) =>
      one.get("parameters").items.map((parameter) => parameter.get("in").string),
    );
    const own = (operation.find("consumes") ?? defaults)?.items.map(({ string }) => essence(string)) ?? [];
    const areForms = own.length > 0 && own.every((type) => forms.has(type));
    if (places.includes("body")) return own.length === 0 || areForms ? undefined : own;
    if (!places.includes("formData")) return undefined;
    return own.length === 0 || areForms ? [...forms] : undefined;
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

const forms: ReadonlySet<string> = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

/** Statuses without a body that flows could read: informational, 204, 205, redirection (RFC 9110, section 15). */
const withoutBody = /^(?:[13]..|20[45])$/;

const json = /^(?:\s*(?:application\/json|application\/\*|\*\/\*)|[^;]*\+json)\s*(?:;|$)/i;

/**
 * The responses of an operation, by `200`, `2XX` or `default`.
 * @param defaults what the description says of the media types of all operations, in Swagger 2.0
 */
function readResponses(
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
