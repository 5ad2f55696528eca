import { isToken } from "../../../runtime/http/field-syntax.js";
import { essence } from "../../../runtime/http/media-type.js";
import type { ParameterPlace } from "../../../runtime/validation/contract.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type {
  BodyContract,
  JsonSchema,
  MediaTypeContract,
  OperationContract,
  ParameterContract,
  ValidationModes,
} from "../../syntax/contract.js";
import { statusKey } from "../../syntax/openapi.js";
import type { JsonSchemaReader } from "../schema/json-schema.js";
import { formType, parameterType } from "../schema/text-type.js";
import type { Located } from "../yaml/references.js";
import type { CredentialReader } from "./credentials.js";

/** Reads what an operation declares about its messages: parameters, bodies and responses. */
export class ContractReader {
  constructor(
    private readonly schemas: JsonSchemaReader,
    private readonly credentials: CredentialReader,
    private readonly reporter: Reporter,
  ) {}

  /** Reads the contract of an operation, or, without one, the contract of any request to the path. */
  read(path: Located, operation: Located | undefined, modes: ValidationModes): OperationContract {
    const parameters = this.#parameters([path, ...(operation === undefined ? [] : [operation])]);
    const body = (operation ?? path).find("requestBody");
    return {
      modes,
      credentials: this.credentials.read(path, operation),
      parameters: parameters.flatMap((parameter) => this.#parameter(parameter) ?? []),
      body: body && { isRequired: body.get("required").boolean === true, ...this.#content(body) },
      responses: operation && this.#responses(operation),
    };
  }

  /** The parameters of an operation. They replace those of the path with the same name and place. */
  #parameters(owners: readonly Located[]): readonly Located[] {
    const byName = new Map<string, Located>();
    for (const item of owners.flatMap((owner) => owner.get("parameters").items)) {
      const { target, reference = "" } = item;
      if (target === undefined && !item.leadsToBroken(reference))
        this.reporter.report(item.span, "referenceMissing", { reference });
      if (target !== undefined) byName.set(`${target.get("in").string}:${target.get("name").string}`, target);
    }
    return [...byName.values()];
  }

  #parameter(parameter: Located): ParameterContract | undefined {
    const [place, name] = [parameter.get("in").string, parameter.get("name").string];
    if (name === undefined || !isPlace(place) || (place === "header" && !isToken(name))) {
      this.reporter.report(parameter.span, "parameterIncomplete");
      return undefined;
    }
    // The value may be JSON, or of another media type.
    const [content] = parameter.get("content").members.values();
    const schema = content?.find("schema") ?? parameter.find("schema");
    const json = this.#schema(content ?? parameter);
    return {
      place,
      name,
      isRequired: place === "path" || parameter.get("required").boolean === true,
      mayBeEmpty: parameter.get("allowEmptyValue").boolean === true,
      isSecret: schema?.get("format").string === "password",
      schema: json,
      ...(schema !== undefined && this.#isFile(schema)
        ? { type: "file", prefix: "" }
        : this.#textType(parameter, place, name, json)),
    };
  }

  #textType(
    parameter: Located,
    place: ParameterPlace,
    name: string,
    schema: JsonSchema | undefined,
  ): Pick<ParameterContract, "type" | "prefix"> {
    if (parameter.has("content")) return { type: "json", prefix: "" };
    const [style, explode] = [parameter.get("style").string, parameter.get("explode").boolean];
    return parameterType(schema?.json ?? {}, this.schemas.definitions, { place, name, style, explode });
  }

  #responses(operation: Located): OperationContract["responses"] {
    const described = operation.get("responses").members;
    // An API description may leave `responses` empty. Then it says nothing about them.
    if (described.size === 0) return undefined;
    const responses = new Map<string, BodyContract>();
    for (const [status, response] of described) {
      const key = statusKey(status);
      if (key === undefined) continue;
      const isRequired = [...response.get("content").members.values()].some((one) => one.has("schema"));
      responses.set(key, { isRequired, ...this.#content(response) });
    }
    return responses;
  }

  /** The media types, with a schema each. That of any media type stands by itself. */
  #content(message: Located): Pick<BodyContract, "content" | "schema"> {
    const content = message.find("content");
    if (content === undefined) return { content: undefined, schema: undefined };
    const { members } = content;
    const range = members.get("*/*");
    const schema = range?.find("schema");
    const isOpen =
      range !== undefined && [...members.values()].every((one) => isSame(one.find("schema"), schema));
    if (isOpen) return { content: undefined, schema: schema && this.#schemaOf(schema) };
    return {
      content: [...members].map(([key, one]) => this.#mediaType(essence(key), one)),
      schema: undefined,
    };
  }

  #mediaType(name: string, mediaType: Located): MediaTypeContract {
    const schema = this.#schema(mediaType);
    const isForm = schema !== undefined && forms.has(name);
    return { name, schema, form: isForm ? formType(schema.json, this.schemas.definitions) : undefined };
  }

  #schema(owner: Located): JsonSchema | undefined {
    const schema = owner.find("schema");
    return schema && this.#schemaOf(schema);
  }

  #isFile(schema: Located): boolean {
    return this.schemas.schemas.of(schema).isFile;
  }

  /** `undefined` for a file, which may be anything. */
  #schemaOf(schema: Located): JsonSchema | undefined {
    return this.#isFile(schema) ? undefined : this.schemas.read(schema);
  }
}

/** The same schema, or none. */
const isSame = (one: Located | undefined, other: Located | undefined): boolean => one?.value === other?.value;

const places: ReadonlySet<ParameterPlace> = new Set(["path", "query", "header", "cookie", "formData"]);

function isPlace(place: string | undefined): place is ParameterPlace {
  return places.has(place as ParameterPlace);
}

const forms: ReadonlySet<string> = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);
