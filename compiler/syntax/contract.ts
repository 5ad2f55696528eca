import type { JsonValue } from "../../runtime/data/model/values.js";
import type {
  Credential,
  Mode,
  ObjectType,
  ParameterPlace,
  TextType,
} from "../../runtime/validation/contract.js";
import type { Span } from "../source/source-text.js";

/** A JSON Schema in the dialect of the API description; `$ref` names one of the API's definitions. */
export interface JsonSchema {
  readonly span: Span;
  readonly json: JsonValue;
}

/** The version of JSON Schema that the schemas of an API description use. */
export type Dialect = "draft-04" | "2020-12";

/** The schemas that `$ref` refers to, by name. */
export interface SchemaDefinitions {
  readonly dialect: Dialect;
  readonly definitions: ReadonlyMap<string, JsonSchema>;
}

/** `configured`: `conf/config.xml` decides for each request. */
export type ValidationMode = Mode | "configured";

export interface ValidationModes {
  readonly request: ValidationMode;
  readonly response: ValidationMode;
}

/** The rules for the messages of an operation, and which of them are checked. */
export interface OperationContract {
  readonly modes: ValidationModes;
  readonly parameters: readonly ParameterContract[];
  /**
   * The alternatives: a request must bring all credentials of one of them. `undefined` if nothing is
   * required.
   */
  readonly credentials: readonly (readonly Credential[])[] | undefined;
  /** `undefined` if the description says nothing about a body. */
  readonly body: BodyContract | undefined;
  /** By status: `200`, `2XX`, `default`. `undefined` if the operation lists none. */
  readonly responses: ReadonlyMap<string, BodyContract> | undefined;
}

export interface ParameterContract {
  readonly place: ParameterPlace;
  readonly name: string;
  readonly isRequired: boolean;
  /** It has `allowEmptyValue`. */
  readonly mayBeEmpty: boolean;
  readonly type: TextType;
  /** The text before the value: `.` and `;name=` of the styles label and matrix. */
  readonly prefix: string;
  /** Tells whether it has `format: password`. */
  readonly isSecret: boolean;
  readonly schema: JsonSchema | undefined;
}

export interface BodyContract {
  readonly isRequired: boolean;
  /** In the order of the file. `undefined` if any media type is accepted. */
  readonly content: readonly MediaTypeContract[] | undefined;
  /** The schema of any media type, where `content` names none. */
  readonly schema: JsonSchema | undefined;
}

export interface MediaTypeContract {
  /** A media type or a media range, in lower case. */
  readonly name: string;
  readonly schema: JsonSchema | undefined;
  /** How the texts of a form become members. */
  readonly form: ObjectType | undefined;
}
