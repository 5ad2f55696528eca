export function keywordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

export const typeNames = keywordsOf("string number integer boolean array object null");

export const numberKeywords = keywordsOf("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf");

/** Keywords whose value is a count. */
export const sizeKeywords = keywordsOf(
  "minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains",
);

/** The members of schemas in all versions: of JSON Schema, OpenAPI, and what is common beside them. */
export const knownKeywords = new Set([
  ...numberKeywords,
  ...sizeKeywords,
  ...keywordsOf(
    "type format enum const pattern uniqueItems required dependentRequired items additionalItems prefixItems contains " +
      "properties patternProperties additionalProperties propertyNames dependencies dependentSchemas definitions " +
      "allOf anyOf oneOf not if then else unevaluatedItems unevaluatedProperties contentEncoding contentMediaType " +
      "contentSchema title description default example examples deprecated readOnly writeOnly nullable discriminator " +
      "xml externalDocs id name in schema content style explode allowEmptyValue allowReserved collectionFormat comment " +
      "comments summary",
  ),
]);

/** The keywords that only say something about values of one type. */
export const keywordsByType: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["string", keywordsOf("minLength maxLength pattern")],
  ["number", numberKeywords],
  ["array", keywordsOf("minItems maxItems uniqueItems items prefixItems contains additionalItems")],
  [
    "object",
    keywordsOf("properties patternProperties additionalProperties minProperties maxProperties propertyNames"),
  ],
]);

/** The keywords whose values are schemas: a list of them, one, or a mapping of names to schemas. */
export const schemaLists = keywordsOf("allOf anyOf oneOf prefixItems");
export const singleSchemas = keywordsOf(
  "items additionalItems additionalProperties not contains propertyNames if then else unevaluatedItems " +
    "unevaluatedProperties",
);
export const schemaMaps = keywordsOf("properties patternProperties definitions $defs dependentSchemas");
