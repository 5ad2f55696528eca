import { type KeywordForm, keywords } from "../../schema/keywords.js";

/** The kinds of objects that API descriptions consist of. */
export type Kind = keyof typeof common | keyof typeof ofSwagger | keyof typeof ofOpenApi;

/** What the value of a member has to be: an object or a schema, or one of the plain values. */
export interface Form {
  readonly of: Kind | "schema" | "any" | "text" | "string" | "flag";
  readonly many?: "list" | "map";
}

/*
 * Each member with its form: `name:info` an object of that kind, `[x]` a list of x, `{x}` a mapping of names to x. A
 * text may be a number, which readers take as it is written; a string may not.
 */

/** Objects that are alike in all versions. */
const common = {
  /** Its operations are found by others, as are `paths` and `security`. */
  path: "parameters:[parameter] summary:text description:text servers:[server]",
  info: "title:text summary:text description:text termsOfService:text contact:contact license:license version:text",
  contact: "name:text url:text email:text",
  license: "name:text identifier:text url:text",
  docs: "description:text url:text",
  tag: "name:text description:text externalDocs:docs summary:text parent:text kind:text",
  xml: "name:text namespace:text prefix:text attribute:flag wrapped:flag nodeType:text",
  /** Of a schema, those of which nothing else is checked than this form. */
  keywords: keywordForms(),
};

const ofSwagger = {
  top:
    "swagger:any info:info host:text basePath:any schemes:[text] consumes:[text] produces:[text] paths:any " +
    "definitions:{schema} parameters:{parameter} responses:{response} securityDefinitions:{scheme} security:any " +
    "tags:[tag] externalDocs:docs",
  operation:
    "tags:[text] summary:text description:text externalDocs:docs operationId:string consumes:[text] produces:[text] " +
    "parameters:[parameter] responses:{response} schemes:[text] deprecated:flag security:any",
  parameter:
    "name:string in:string description:text required:flag schema:schema type:string format:string allowEmptyValue:flag " +
    "items:schema collectionFormat:string default:any enum:any pattern:string uniqueItems:flag",
  response: "description:text schema:schema headers:{header} examples:{any}",
  header:
    "description:text type:string format:string items:schema collectionFormat:string default:any enum:any " +
    "pattern:string uniqueItems:flag maximum:any exclusiveMaximum:any minimum:any exclusiveMinimum:any maxLength:any " +
    "minLength:any maxItems:any minItems:any multipleOf:any",
  scheme:
    "type:string description:text name:string in:string flow:string authorizationUrl:text tokenUrl:text scopes:{text}",
};

const ofOpenApi = {
  top:
    "openapi:any info:info jsonSchemaDialect:text servers:[server] paths:any webhooks:{any} components:components " +
    "security:any tags:[tag] externalDocs:docs $self:text",
  components:
    "schemas:{schema} responses:{response} parameters:{parameter} examples:{example} requestBodies:{body} " +
    "headers:{header} securitySchemes:{scheme} links:{any} callbacks:{any} pathItems:{any} mediaTypes:{mediaType}",
  operation:
    "tags:[text] summary:text description:text externalDocs:docs operationId:string parameters:[parameter] " +
    "requestBody:body responses:{response} callbacks:{any} deprecated:flag security:any servers:[server]",
  parameter:
    "name:string in:string description:text required:flag deprecated:flag allowEmptyValue:flag style:string " +
    "explode:flag allowReserved:flag schema:schema example:any examples:{example} content:{mediaType}",
  body: "description:text content:{mediaType} required:flag",
  mediaType:
    "schema:schema itemSchema:schema example:any examples:{example} encoding:{encoding} prefixEncoding:any itemEncoding:any",
  encoding:
    "contentType:text headers:{header} style:text explode:flag allowReserved:flag encoding:any prefixEncoding:any " +
    "itemEncoding:any",
  response: "summary:text description:text headers:{header} content:{mediaType} links:{any}",
  header:
    "description:text required:flag deprecated:flag allowEmptyValue:flag style:text explode:flag allowReserved:flag " +
    "schema:schema example:any examples:{example} content:{mediaType}",
  example: "summary:text description:text value:any externalValue:text dataValue:any serializedValue:text",
  scheme:
    "type:string description:text name:string in:string scheme:string bearerFormat:text flows:any " +
    "openIdConnectUrl:text oauth2MetadataUrl:text deprecated:flag",
  server: "url:string description:text variables:{variable} name:text",
  variable: "enum:[text] default:text description:text",
  subtypes: "propertyName:string mapping:{text} defaultMapping:text",
};

function keywordForms(): string {
  const forms: Partial<Record<KeywordForm, string>> = {
    ...{ members: "{any}", patterns: "{any}", schemas: "[any]", pattern: "string", string: "string" },
    ...{ text: "text", flag: "flag", xml: "xml", docs: "docs" },
  };
  const rows = [...keywords].map(([name, { form, use }]) => [
    name,
    use === "beside" ? undefined : forms[form],
  ]);
  return rows.flatMap(([name, form]) => (form === undefined ? [] : `${name}:${form}`)).join(" ");
}

export type Members = ReadonlyMap<string, Form>;

const grammars = new Map([
  [true, grammarOf({ ...common, ...ofSwagger })],
  [false, grammarOf({ ...common, ...ofOpenApi })],
]);

/** The members of a kind of object; `undefined` where the version has no such objects. */
export function membersOf(kind: Kind, isSwagger: boolean): Members | undefined {
  return grammars.get(isSwagger)?.get(kind);
}

function grammarOf(texts: Partial<Record<Kind, string>>): ReadonlyMap<Kind, Members> {
  const kinds = Object.entries(texts) as [Kind, string][];
  return new Map(kinds.map(([kind, text]) => [kind, new Map(text.split(" ").map(memberOf))]));
}

function memberOf(text: string): readonly [name: string, form: Form] {
  const [name = "", form = ""] = text.split(":");
  const of = form.replace(/[^\w]/g, "") as Form["of"];
  const many = form.startsWith("[") ? "list" : form.startsWith("{") ? "map" : undefined;
  return [name, many === undefined ? { of } : { of, many }];
}
