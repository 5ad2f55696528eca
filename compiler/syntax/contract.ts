import type { JsonValue } from "../../runtime/data-model/values.js";
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

/** Which JSON Schema the schemas of an API description are. */
export type Dialect = "draft-04" | "2020-12";

/** The schemas that `$ref` names, by the name in `$ref`. */
export interface SchemaDefinitions {
  readonly dialect: Dialect;
  readonly definitions: ReadonlyMap<string, JsonSchema>;
}

/** `configured`: `conf/config.xml` says it for each request. */
export type ValidationMode = Mode | "configured";

export interface ValidationModes {
  readonly request: ValidationMode;
  readonly response: ValidationMode;
}

/** What messages of an operation must be like, and which of them are checked. */
export interface OperationContract {
  readonly modes: ValidationModes;
  readonly parameters: readonly ParameterContract[];
  /** Of the alternatives, a request must bring all of one; undefined where nothing is asked for. */
  readonly credentials: readonly (readonly Credential[])[] | undefined;
  /** Undefined where nothing is said of a body. */
  readonly body: BodyContract | undefined;
  /** By status: `200`, `2XX`, `default`. Undefined where the operation lists none. */
  readonly responses: ReadonlyMap<string, BodyContract> | undefined;
}

export interface ParameterContract {
  readonly place: ParameterPlace;
  readonly name: string;
  readonly isRequired: boolean;
  /** `allowEmptyValue` */
  readonly mayBeEmpty: boolean;
  readonly type: TextType;
  /** What stands before the value: `.` and `;name=` of the styles label and matrix. */
  readonly prefix: string;
  /** `format: password` */
  readonly isSecret: boolean;
  readonly schema: JsonSchema | undefined;
}

export interface BodyContract {
  readonly isRequired: boolean;
  /** In the order of the file; undefined where any media type is accepted. */
  readonly content: readonly MediaTypeContract[] | undefined;
  /** Swagger 2.0: whatever the media type is. */
  readonly schema: JsonSchema | undefined;
}

export interface MediaTypeContract {
  /** A media type or a range, in lower case. */
  readonly name: string;
  readonly schema: JsonSchema | undefined;
  /** Of a form: how its texts become members. */
  readonly form: ObjectType | undefined;
}
