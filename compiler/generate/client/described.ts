import type { JsonValue } from "../../../runtime/data/model/values.js";

/** A document of OpenAPI 3.1, as far as types are made of it: `readDocument` leaves out what has another form. */
export interface Described {
  readonly info?: { readonly title?: string };
  readonly paths?: Named<PathItem>;
  readonly components?: {
    readonly schemas?: Named<Schema>;
    readonly pathItems?: Named<PathItem>;
    readonly parameters?: Named<Parameter>;
    readonly requestBodies?: Named<Message>;
    readonly responses?: Named<Message>;
  };
}

/** Names that others have chosen: they are gone through, or looked up by `own`, and never read as members. */
export type Named<T> = Readonly<Record<string, T>>;

export interface Referable {
  readonly $ref?: string;
}

export type PathItem = Referable & {
  readonly [method in "get" | "put" | "post" | "delete" | "options" | "head" | "patch"]?: Operation;
} & { readonly parameters?: readonly Parameter[] };

interface Commented {
  readonly summary?: string;
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
}

export interface Operation extends Commented {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Message;
  readonly responses?: Named<Message>;
}

/** A parameter, or a header field of a response, which has no name and no place itself. */
export interface Parameter extends Referable, Commented {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: Schema;
  readonly content?: Named<Media>;
}

/** The body of a request, or a response. */
export interface Message extends Referable, Commented {
  readonly required?: boolean;
  readonly content?: Named<Media>;
  readonly headers?: Named<Parameter>;
}

export interface Media {
  readonly schema?: Schema;
  readonly encoding?: Named<Pick<Parameter, "style" | "explode">>;
}

export type Schema = boolean | SchemaObject;

/** Only keywords that give values a type. */
export interface SchemaObject extends Referable, Commented {
  readonly type?: string | readonly string[];
  readonly enum?: JsonValue;
  readonly const?: JsonValue;
  readonly format?: string;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly properties?: Named<Schema>;
  readonly patternProperties?: Named<Schema>;
  readonly additionalProperties?: Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: JsonValue;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Named<string> };
}

/** A member that an object has itself, not one that all objects inherit. */
export const own = <T>(all: Named<T> | undefined, name: string): T | undefined =>
  all !== undefined && Object.hasOwn(all, name) ? all[name] : undefined;

/** `true` allows everything, as a schema without keywords does. */
export const keywords = (schema: Schema | undefined): SchemaObject =>
  typeof schema === "object" ? schema : {};

/** The documentation that editors show. */
export function docsOf({ description, title, deprecated }: Commented): string {
  const parts = [(description ?? title ?? "").trim(), deprecated === true ? "@deprecated" : ""];
  return parts.filter((part) => part !== "").join("\n\n");
}
