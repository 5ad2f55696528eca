import type { Example } from "../http/preferred-example.js";

export type { Example };

/** An error of a validator, in the form that Ajv gives it, but without its message. */
export interface SchemaError {
  /** A JSON Pointer to the part of the value at fault (RFC 6901). */
  readonly instancePath: string;
  /** The keyword of the schema that is violated. */
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A schema as code: returns whether a value is valid, and puts the reason into `errors` if it is not. */
export interface SchemaCheck {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

export type ParameterPlace = "path" | "query" | "header" | "cookie" | "formData";

/** How the text of a parameter becomes a value. */
export type TextType =
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "json"
  | "file"
  | ArrayType
  | ObjectType
  | ChoiceType;

/** The schema admits values of several types: the text is read as each of them, in this order, until one is valid. */
export type ChoiceType = {
  readonly kind: "choice";
  readonly of: readonly Exclude<TextType, ObjectType | ChoiceType>[];
};

export type ArrayType = {
  readonly kind: "array";
  readonly items: TextType;
  /** The separator of the items; if it is missing, each item is a parameter of its own. */
  readonly separator?: string;
};

export type ObjectType = {
  readonly kind: "object";
  readonly members: readonly (readonly [name: string, type: TextType])[];
  /** `deep`: `name[member]=value`; `spread`: a parameter for each member; otherwise all members are in one text. */
  readonly layout: "deep" | "spread" | { readonly separator: string; readonly hasEquals: boolean };
};

export interface Parameter {
  readonly place: ParameterPlace;
  readonly name: string;
  readonly required?: boolean;
  /** The `allowEmptyValue` of the parameter. */
  readonly mayBeEmpty?: boolean;
  readonly type: TextType;
  /** The text before the value: `.` or `;name=`, in the styles label and matrix. */
  readonly prefix?: string;
  /** True if the schema has `format: password`: then messages never repeat the value. */
  readonly secret?: boolean;
  readonly check?: SchemaCheck;
}

/** A kind of content. */
export interface MediaType {
  /** A media type, or a range such as `image/*`, in lower case. */
  readonly name: string;
  readonly check?: SchemaCheck;
  /** For a form: how its fields become members. */
  readonly form?: ObjectType;
}

export interface BodyContract {
  readonly required?: boolean;
  /** The media types that are accepted; without them, any. */
  readonly content?: readonly MediaType[];
  /** Checks content that `content` does not cover. */
  readonly check?: SchemaCheck;
}

/** A part of a request that tells who sends it. */
export interface Credential {
  /** The name of the security scheme. */
  readonly scheme: string;
  readonly place: "header" | "query" | "cookie";
  readonly name: string;
}

/** The rules for requests and responses of an operation. */
export interface Contract {
  readonly parameters?: readonly Parameter[];
  readonly body?: BodyContract;
  /** Credentials that a request must bring: all that are in one of these lists. */
  readonly credentials?: readonly (readonly Credential[])[];
  /** Examples of the response with the status 200. */
  readonly examples?: readonly Example[];
  /** By status: `200`, `2XX`, `default`. If it is missing, a response may be anything. */
  readonly responses?: Readonly<Record<string, BodyContract>>;
}

/** The checks that are made: none, all, or all with no other effect than a line in the log. */
export type Mode = boolean | "report-only";

/** `configured` stands for what `configureValidation` set for the request. */
export interface Modes {
  readonly request: Mode | "configured";
  readonly response: Mode | "configured";
}
