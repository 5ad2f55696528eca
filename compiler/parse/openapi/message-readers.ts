import { essence } from "../../../runtime/http/media-type.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Files } from "../../source/files.js";
import { type ResponseDescription, statusKey } from "../../syntax/openapi.js";
import { eitherOf, type Schema } from "../../syntax/schema.js";
import { JsonSchemaReader } from "../schema/json-schema.js";
import { Schemas } from "../schema/normal-schema.js";
import { SchemaReader } from "../schema/schema.js";
import { ValueJudge } from "../schema/value-judge.js";
import { type Located, References } from "../yaml/references.js";
import type { UpgradedTree } from "../yaml/upgraded-tree.js";
import type { YamlFile } from "../yaml/yaml.js";
import { DescriptionChecker } from "./checks/check-description.js";
import { ContractReader } from "./contract.js";
import { CredentialReader } from "./credentials.js";
import { upgraded } from "./document/upgrade.js";
import { checkVersion, type Version, versionOf } from "./document/version.js";
import { ExampleReader } from "./examples.js";

/** The readers for the messages of an API description, in all files that it consists of. */
export interface MessageReaders {
  readonly references: UpgradedTree;
  /** The version that the description is written in. */
  readonly version: Version;
  /** The description in the form of OpenAPI 3, as its readers and `references` see it. */
  readonly file: YamlFile;
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

/**
 * @param apiReporter gets the findings in what is said of the API as a whole
 * @param reporter gets those in messages and schemas
 */
export function messageReaders(
  written: YamlFile,
  files: Files,
  apiReporter: Reporter,
  reporter: Reporter,
): MessageReaders {
  const asWritten = new References(written.silent(), files, reporter);
  const writtenTop = asWritten.located(written.root);
  checkVersion(writtenTop, apiReporter);
  const version = versionOf(writtenTop);
  const { file, tree } = upgraded(written, asWritten, apiReporter);
  const top = tree.located(file.root);
  const normal = new Schemas(version.dialect);
  const schemas = new JsonSchemaReader(normal, reporter);
  const judge = new ValueJudge(normal);
  return {
    references: tree,
    version,
    file,
    top,
    bodies: new BodyReader(new SchemaReader(normal)),
    schemas,
    contracts: new ContractReader(schemas, new CredentialReader(top), reporter),
    examples: new ExampleReader(reporter),
    responses: (operation) => readResponses(operation, judge),
    check: () => new DescriptionChecker(schemas, version, tree.schemaOf, reporter).check(writtenTop),
  };
}

/** Reads the schemas of the JSON bodies that an operation accepts and sends. */
class BodyReader {
  constructor(readonly schemas: SchemaReader) {}

  /** The schema of the request body; `undefined` if the description says nothing about a JSON body. */
  request(operation: Located): Schema | undefined {
    const body = operation.find("requestBody");
    return body && this.#content(body);
  }

  /**
   * The media types of the request body; `undefined` if the description says nothing of them, or says two things.
   * @param hasFields true if parameters are fields of a form, which make it one
   */
  mediaTypes(operation: Located, hasFields: boolean): readonly string[] | undefined {
    const names = [...operation.get("requestBody").get("content").members.keys()].map(essence);
    if (names.length === 0) return undefined;
    if (!hasFields) return names;
    return names.every((name) => forms.has(name) || name === "*/*") ? [...forms] : undefined;
  }

  /** The schema of the response, for any status; `undefined` if some response can have any body. */
  response(operation: Located): Schema | undefined {
    const schemas: Schema[] = [];
    for (const [status, response] of operation.get("responses").members) {
      if (status.startsWith("x-")) continue;
      const schema = this.#content(response);
      if (schema !== undefined) schemas.push(schema);
      else if (!withoutBody.test(status)) return undefined;
    }
    return schemas.length === 0 ? undefined : eitherOf(schemas);
  }

  #schema(owner: Located): Schema | undefined {
    const schema = owner.find("schema");
    return schema && this.schemas.read(schema);
  }

  /** The schemas of the media types that are JSON or may be. */
  #content(message: Located): Schema | undefined {
    const mediaTypes = [...message.get("content").members].filter(([name]) => json.test(name));
    const schemas = new Set(mediaTypes.map(([, mediaType]) => this.#schema(mediaType)));
    const known = [...schemas].filter((schema) => schema !== undefined);
    return schemas.size === 0 || known.length < schemas.size ? undefined : eitherOf(known);
  }
}

const forms: ReadonlySet<string> = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

/** Statuses without a body that flows could read: informational, 204, 205, redirection (RFC 9110, section 15). */
const withoutBody = /^(?:[13]..|20[45])$/;

const json = /^(?:\s*(?:application\/json|application\/\*|\*\/\*)|[^;]*\+json)\s*(?:;|$)/i;

/** The responses of an operation, by `200`, `2XX` or `default`. */
function readResponses(operation: Located, judge: ValueJudge): ReadonlyMap<string, ResponseDescription> {
  const responses = new Map<string, ResponseDescription>();
  for (const [status, response] of operation.get("responses").members) {
    const key = statusKey(status);
    if (key === undefined) continue;
    const schema = jsonSchema(response);
    const mediaTypes = [...response.get("content").members.keys()].map(essence);
    responses.set(key, { judge: schema && ((value) => judge.refusals(schema, value)), mediaTypes });
  }
  return responses;
}

/** The schema of a response in JSON, if there is one. */
function jsonSchema(response: Located): Located | undefined {
  const mediaTypes = [...response.get("content").members].filter(([name]) => json.test(name));
  const schemas = new Map(
    mediaTypes.map(([, mediaType]) => {
      const schema = mediaType.find("schema");
      return [schema?.target?.value, schema] as const;
    }),
  );
  const [only, ...others] = schemas.values();
  return others.length === 0 ? only : undefined;
}
