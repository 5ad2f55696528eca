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
import { formType, openApiType, swaggerType } from "../schema/text-type.js";
import type { Located } from "../yaml/references.js";
import type { CredentialReader } from "./credentials.js";

/** The media types that Swagger 2.0 declares for all operations. */
interface MediaTypeDefaults {
  readonly consumes: Located | undefined;
  readonly produces: Located | undefined;
}

/**
 * Reads what an operation declares about its messages: parameters, bodies and responses, in Swagger 2.0 and
 * OpenAPI 3.
 */
export class ContractReader {
  constructor(
    private readonly schemas: JsonSchemaReader,
    private readonly credentials: CredentialReader,
    private readonly defaults: MediaTypeDefaults,
    private readonly reporter: Reporter,
  ) {}

  /** Reads the contract of an operation, or, without one, the contract of any request to the path. */
  read(path: Located, operation: Located | undefined, modes: ValidationModes): OperationContract {
    const parameters = this.#parameters([path, ...(operation === undefined ? [] : [operation])]);
    const body = parameters.find((parameter) => parameter.get("in").string === "body");
    const contracts = parameters.flatMap((parameter) => this.#parameter(parameter) ?? []);
    const takesForm = contracts.some(({ place }) => place === "formData");
    const consumes = operation?.find("consumes") ?? this.defaults.consumes;
    return {
      modes,
      credentials: this.credentials.read(path, operation),
      parameters: contracts,
      body: this.#requestBody(operation?.find("requestBody")) ?? this.#swaggerBody(body, takesForm, consumes),
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
    if (place === "body") return undefined;
    if (name === undefined || !isPlace(place) || (place === "header" && !isToken(name))) {
      this.reporter.report(parameter.span, "parameterIncomplete");
      return undefined;
    }
    const isSwagger = parameter.has("type");
    // OpenAPI 3: the value may be JSON, or of another media type.
    const [content] = parameter.get("content").members.values();
    const schema = isSwagger ? parameter : (content?.find("schema") ?? parameter.find("schema"));
    const isFile = parameter.get("type").string === "file";
    const json =
      schema && !isFile ? this.schemas.read(schema, isSwagger ? parameterMembers : undefined) : undefined;
    return {
      place,
      name,
      isRequired: place === "path" || parameter.get("required").boolean === true,
      mayBeEmpty: parameter.get("allowEmptyValue").boolean === true,
      isSecret: schema?.get("format").string === "password",
      schema: json,
      ...this.#textType(parameter, place, name, json),
    };
  }

  #textType(
    parameter: Located,
    place: ParameterPlace,
    name: string,
    schema: JsonSchema | undefined,
  ): Pick<ParameterContract, "type" | "prefix"> {
    if (parameter.has("type")) return { type: swaggerType(parameter), prefix: "" };
    if (parameter.has("content")) return { type: "json", prefix: "" };
    const [style, explode] = [parameter.get("style").string, parameter.get("explode").boolean];
    return openApiType(schema?.json ?? {}, this.schemas.definitions, { place, name, style, explode });
  }

  #swaggerBody(
    body: Located | undefined,
    takesForm: boolean,
    consumes: Located | undefined,
  ): BodyContract | undefined {
    if (body === undefined && !takesForm) return undefined;
    return {
      isRequired: body?.get("required").boolean === true,
      content: consumes?.list && mediaTypes(consumes),
      schema: this.#schema(body),
    };
  }

  #requestBody(body: Located | undefined): BodyContract | undefined {
    if (body === undefined) return undefined;
    const isRequired = body.get("required").boolean === true;
    return { isRequired, content: this.#content(body), schema: undefined };
  }

  #responses(operation: Located): OperationContract["responses"] {
    const described = operation.get("responses").members;
    // An API description may leave `responses` empty. Then it says nothing about them.
    if (described.size === 0) return undefined;
    const produces = operation.find("produces") ?? this.defaults.produces;
    const responses = new Map<string, BodyContract>();
    for (const [status, response] of described) {
      const key = statusKey(status);
      if (key === undefined) continue;
      const isSwagger = response.has("schema");
      const content = isSwagger ? produces?.list && mediaTypes(produces) : this.#content(response);
      const isRequired = isSwagger || content?.some((one) => one.schema !== undefined) === true;
      responses.set(key, { isRequired, content, schema: this.#schema(response) });
    }
    return responses;
  }

  /** OpenAPI 3: the media types, with a schema each. */
  #content(message: Located): readonly MediaTypeContract[] | undefined {
    const content = message.find("content");
    return (
      content &&
      [...content.members].map(([key, mediaType]) => {
        const name = essence(key);
        const schema = this.#schema(mediaType);
        const isForm = schema !== undefined && forms.has(name);
        return { name, schema, form: isForm ? formType(schema.json, this.schemas.definitions) : undefined };
      })
    );
  }

  /** The schema of content; `undefined` for a file, which may be anything. */
  #schema(content: Located | undefined): JsonSchema | undefined {
    const schema = content?.find("schema");
    const isFile = schema?.get("type").string === "file";
    return schema === undefined || isFile ? undefined : this.schemas.read(schema);
  }
}

/** Keywords of schemas that mean something else in a parameter of Swagger 2.0, which is a schema, too. */
const parameterMembers: ReadonlySet<string> = new Set(["required"]);

const places: ReadonlySet<ParameterPlace> = new Set(["path", "query", "header", "cookie", "formData"]);

function isPlace(place: string | undefined): place is ParameterPlace {
  return places.has(place as ParameterPlace);
}

const forms: ReadonlySet<string> = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

const mediaTypes = ({ items }: Located): readonly MediaTypeContract[] =>
  items
    .flatMap(({ string }) => (string === undefined ? [] : essence(string)))
    .map((name) => ({ name, schema: undefined, form: undefined }));
