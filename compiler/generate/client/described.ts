import type { JsonValue } from "../../../runtime/data/model/values.js";

/** A document of OpenAPI 3.1, as far as types are made of it: `readDocument` leaves out what has another form. */
export interface Described {
  readonly info?: { readonly title?: string };
  readonly paths?: Named<PathItem>;
  readonly components?: { readonly schemas?: Named<Schema> } & {
    readonly [kind in "pathItems" | "parameters" | "requestBodies" | "responses"]?: Named<PathItem>;
  };
}

/** Names that others have chosen: they are gone through, or looked up by `own`, and never read as members. */
export type Named<T> = Readonly<Record<string, T>>;

/** The methods that `fetch` can send. */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch"] as const;

export type PathItem = Part & { readonly [method in (typeof methods)[number]]?: Part };

interface Commented {
  readonly $ref?: string;
  readonly summary?: string;
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
}

/** An operation, a parameter or a header field, a body or a response, a media type, or how a field of a form is written. */
export interface Part extends Commented {
  readonly parameters?: readonly Part[];
  readonly requestBody?: Part;
  readonly responses?: Named<Part>;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly content?: Named<Part>;
  readonly headers?: Named<Part>;
  readonly encoding?: Named<Part>;
  readonly schema?: Schema;
}

export type Schema = boolean | SchemaObject;

/** Only keywords that give values a type. */
export interface SchemaObject extends Commented {
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
export const docsOf = ({ summary, description, title, deprecated }: Commented): string =>
  paragraphs(summary?.trim(), (description ?? title)?.trim(), deprecated && "@deprecated");

export const paragraphs = (...texts: readonly (string | false | undefined)[]): string =>
  [...new Set(texts)].filter(Boolean).join("\n\n");
