import { isToken } from "../../../runtime/http/field-syntax.js";
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
import { type JsonSchemaReader, spanOf } from "../schema/json-schema.js";
import { formType, openApiType, swaggerType } from "../schema/text-type.js";
import type { Located, References } from "../yaml/references.js";
import type { CredentialReader } from "./credentials.js";

type Members = ReadonlyMap<string, Located>;

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
    private readonly references: References,
    private readonly schemas: JsonSchemaReader,
    private readonly credentials: CredentialReader,
    private readonly defaults: MediaTypeDefaults,
    private readonly reporter: Reporter,
  ) {}

  /** Reads the contract of an operation, or, without one, the contract of any request to the path. */
  read(path: Located, operation: Located | undefined, modes: ValidationModes): OperationContract {
    const own = this.references.members(operation);
    const parameters = this.#parameters(this.references.members(path), own);
    const body = parameters.find(({ members }) => text(members, "in") === "body")?.members;
    const contracts = parameters.flatMap((parameter) => this.#parameter(parameter) ?? []);
    const takesForm = contracts.some(({ place }) => place === "formData");
    const consumes = this.#texts(own.get("consumes") ?? this.defaults.consumes);
    return {
      modes,
      credentials: this.credentials.read(this.references.members(path), own),
      parameters: contracts,
      body: this.#requestBody(own.get("requestBody")) ?? this.#swaggerBody(body, takesForm, consumes),
      responses: this.#responses(own),
    };
  }

  /** The parameters of an operation. They replace those of the path with the same name and place. */
  #parameters(path: Members, operation: Members): readonly LocatedParameter[] {
    const byName = new Map<string, LocatedParameter>();
    for (const list of [path.get("parameters"), operation.get("parameters")]) {
      for (const item of (list && this.references.items(list)) ?? []) {
        const located = this.references.resolve(item);
        if (located === undefined) {
          this.reporter.report(spanOf(item), "referenceMissing", { reference: referenceOf(item) });
          continue;
        }
        const members = this.references.members(located);
        byName.set(`${text(members, "in")}:${text(members, "name")}`, { located, members });
      }
    }
    return [...byName.values()];
  }

  #parameter({ located, members }: LocatedParameter): ParameterContract | undefined {
    const place = text(members, "in");
    const name = text(members, "name");
    if (place === "body") return undefined;
    if (name === undefined || !isPlace(place) || (place === "header" && !isToken(name))) {
      this.reporter.report(spanOf(located), "parameterIncomplete");
      return undefined;
    }
    const isSwagger = members.has("type");
    const schema = isSwagger ? located : (this.#contentSchema(members) ?? members.get("schema"));
    const isFile = text(members, "type") === "file";
    const omit = isSwagger ? parameterMembers : undefined;
    const json = schema && !isFile ? this.schemas.read(schema, omit) : undefined;
    return {
      place,
      name,
      isRequired: place === "path" || flag(members, "required") === true,
      mayBeEmpty: flag(members, "allowEmptyValue") === true,
      isSecret: text(isSwagger ? members : this.references.members(schema), "format") === "password",
      schema: json,
      ...this.#textType(members, place, name, json),
    };
  }

  #textType(
    members: Members,
    place: ParameterPlace,
    name: string,
    schema: JsonSchema | undefined,
  ): Pick<ParameterContract, "type" | "prefix"> {
    if (members.has("type")) return { type: swaggerType(members, this.references), prefix: "" };
    if (members.has("content")) return { type: "json", prefix: "" };
    const layout = { place, name, style: text(members, "style"), explode: flag(members, "explode") };
    return openApiType(schema?.json ?? {}, this.schemas.definitions, layout);
  }

  /** OpenAPI 3: the schema of a parameter whose value is JSON or another media type. */
  #contentSchema(members: Members): Located | undefined {
    const [content] = this.references.members(members.get("content")).values();
    return this.references.members(content).get("schema");
  }

  #swaggerBody(
    body: Members | undefined,
    takesForm: boolean,
    consumes: readonly string[] | undefined,
  ): BodyContract | undefined {
    if (body === undefined && !takesForm) return undefined;
    return {
      isRequired: body !== undefined && flag(body, "required") === true,
      content: consumes?.map(anyOfType),
      schema: this.#schema(body?.get("schema")),
    };
  }

  #requestBody(located: Located | undefined): BodyContract | undefined {
    if (located === undefined) return undefined;
    const members = this.references.members(located);
    return {
      isRequired: flag(members, "required") === true,
      content: this.#content(members.get("content")),
      schema: undefined,
    };
  }

  #responses(operation: Members): OperationContract["responses"] {
    const described = this.references.members(operation.get("responses"));
    // An API description may leave `responses` empty. Then it says nothing about them.
    if (described.size === 0) return undefined;
    const produces = this.#texts(operation.get("produces") ?? this.defaults.produces);
    const responses = new Map<string, BodyContract>();
    for (const [status, response] of described) {
      if (!/^(?:[1-5]\d\d|[1-5]XX|default)$/i.test(status)) continue;
      const members = this.references.members(response);
      const schema = members.get("schema");
      const content = schema === undefined ? this.#content(members.get("content")) : produces?.map(anyOfType);
      const isRequired = schema !== undefined || content?.some((one) => one.schema !== undefined) === true;
      responses.set(statusKey(status), { isRequired, content, schema: this.#schema(schema) });
    }
    return responses;
  }

  /** OpenAPI 3: the media types, with a schema each. */
  #content(located: Located | undefined): readonly MediaTypeContract[] | undefined {
    if (located === undefined) return undefined;
    return [...this.references.members(located)].map(([key, mediaType]) => {
      const name = mediaTypeName(key);
      const schema = this.#schema(this.references.members(mediaType).get("schema"));
      const isForm = schema !== undefined && forms.has(name);
      return { name, schema, form: isForm ? formType(schema.json, this.schemas.definitions) : undefined };
    });
  }

  /** The schema of content; `undefined` for a file, which may be anything. */
  #schema(located: Located | undefined): JsonSchema | undefined {
    const isFile = text(this.references.members(located), "type") === "file";
    return located === undefined || isFile ? undefined : this.schemas.read(located);
  }

  #texts(located: Located | undefined): readonly string[] | undefined {
    const items = located && this.references.items(located);
    return items?.flatMap(({ file, value }) => file.string(value) ?? []).map(mediaTypeName);
  }
}

interface LocatedParameter {
  readonly located: Located;
  readonly members: Members;
}

/** Keywords of schemas that mean something else in a parameter of Swagger 2.0, which is a schema, too. */
const parameterMembers: ReadonlySet<string> = new Set(["required"]);

const places: ReadonlySet<ParameterPlace> = new Set(["path", "query", "header", "cookie", "formData"]);

function isPlace(place: string | undefined): place is ParameterPlace {
  return places.has(place as ParameterPlace);
}

const forms: ReadonlySet<string> = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

function anyOfType(name: string): MediaTypeContract {
  return { name, schema: undefined, form: undefined };
}

/** The name of a media type in lower case, without parameters such as `charset`. */
function mediaTypeName(name: string): string {
  return name.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function statusKey(status: string): string {
  return status.toLowerCase() === "default" ? "default" : status.toUpperCase();
}

function text(members: Members, name: string): string | undefined {
  const member = members.get(name);
  return member?.file.string(member.value);
}

function flag(members: Members, name: string): boolean | undefined {
  const member = members.get(name);
  return member?.file.boolean(member.value);
}

function referenceOf(located: Located): string {
  return (
    located.file.string(
      located.file.entries(located.value)?.find(({ key }) => key === "$ref")?.value ?? null,
    ) ?? ""
  );
}
