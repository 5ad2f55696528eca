export function keywordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

export const typeNames = keywordsOf("string number integer boolean array object null");

/** What the value of a keyword is. A text may be a number, which readers take as it is written; a string may not. */
export type KeywordForm =
  | "types"
  | "number"
  | "size"
  | "string"
  | "pattern"
  | "text"
  | "flag"
  | "data"
  | "names"
  | "reference"
  /** One schema, a list of them, or a mapping to them: of names, or of patterns of names. */
  | "schema"
  | "schemas"
  | "members"
  | "patterns"
  /** A schema, or a boolean that allows or forbids whatever else there is. */
  | "others"
  /** A mapping of names to schemas, or to lists of names. */
  | "dependencies"
  /** Objects of API descriptions. */
  | "docs"
  | "xml"
  | "subtypes";

export interface Keyword {
  /** It judges values, it holds schemas that references lead to, it describes, or it is common beside keywords. */
  readonly use: "judges" | "holds" | "describes" | "beside";
  readonly form: KeywordForm;
  /** The one type of values that it judges. */
  readonly type?: string;
}

type Group = Omit<Keyword, "form"> & {
  /** Each name with its form. */
  readonly names: string;
};

const groups: readonly Group[] = [
  { use: "judges", names: "type:types format:string enum:data const:data allOf:schemas anyOf:schemas" },
  { use: "judges", names: "oneOf:schemas not:schema if:schema then:schema else:schema" },
  { use: "judges", names: "$dynamicRef:reference $recursiveRef:reference" },
  { use: "judges", type: "string", names: "minLength:size maxLength:size pattern:pattern" },
  { use: "judges", type: "number", names: "minimum:number maximum:number exclusiveMinimum:number" },
  { use: "judges", type: "number", names: "exclusiveMaximum:number multipleOf:number" },
  { use: "judges", type: "array", names: "minItems:size maxItems:size uniqueItems:flag items:schema" },
  { use: "judges", type: "array", names: "prefixItems:schemas contains:schema additionalItems:others" },
  { use: "judges", names: "minContains:size maxContains:size unevaluatedItems:schema" },
  { use: "judges", type: "object", names: "properties:members patternProperties:patterns" },
  { use: "judges", type: "object", names: "additionalProperties:others propertyNames:schema" },
  { use: "judges", type: "object", names: "minProperties:size maxProperties:size" },
  { use: "judges", names: "required:names dependentRequired:data dependentSchemas:members" },
  { use: "judges", names: "dependencies:dependencies unevaluatedProperties:schema" },
  // These are OpenAPI's own.
  { use: "judges", names: "nullable:flag discriminator:subtypes" },
  { use: "holds", names: "definitions:members $defs:members" },
  { use: "describes", names: "title:text description:text default:data example:data examples:data" },
  { use: "describes", names: "deprecated:flag readOnly:flag writeOnly:flag contentEncoding:text" },
  { use: "describes", names: "contentMediaType:text contentSchema:schema xml:xml externalDocs:docs" },
  { use: "beside", names: "id:text comment:text comments:text summary:text" },
  // A parameter or a header field may be a schema, too.
  { use: "beside", names: "name:text in:text schema:data content:data style:text explode:flag" },
  { use: "beside", names: "allowEmptyValue:flag allowReserved:flag collectionFormat:text" },
];

/** The members of schemas in all versions: of JSON Schema, of OpenAPI, and what is common beside them. */
export const keywords: ReadonlyMap<string, Keyword> = new Map(
  groups.flatMap(({ names, ...group }) =>
    names.split(" ").map((row) => {
      const [name = "", form] = row.split(":");
      return [name, { ...group, form: form as KeywordForm }] as const;
    }),
  ),
);

export const formOf = (keyword: string): KeywordForm | undefined => keywords.get(keyword)?.form;

function keywordsWith(holds: (keyword: Keyword, name: string) => boolean): ReadonlySet<string> {
  return new Set([...keywords].flatMap(([name, keyword]) => (holds(keyword, name) ? name : [])));
}

export const numberKeywords = keywordsWith(({ form }) => form === "number");

/** Keywords whose value is a count. */
export const sizeKeywords = keywordsWith(({ form }) => form === "size");

/** Those that people write without a dollar sign. */
export const knownKeywords = keywordsWith((_, name) => !name.startsWith("$"));

/** The keywords that only say something about values of one type. */
export const keywordsByType: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ["string", "number", "array", "object"].map((type) => [type, keywordsWith((one) => one.type === type)]),
);

/** The keywords whose values are schemas: a list of them, one, or a mapping of names to schemas. */
export const schemaLists = keywordsWith(({ form }) => form === "schemas");
export const singleSchemas = keywordsWith(({ form }) => form === "schema" || form === "others");
export const schemaMaps = keywordsWith(({ form }) => form === "members" || form === "patterns");

const ofMappings: ReadonlySet<KeywordForm> = new Set([
  ...([
    "data",
    "schema",
    "members",
    "patterns",
    "others",
    "dependencies",
    "docs",
    "xml",
    "subtypes",
  ] as const),
]);

/** The keywords whose values may be mappings. */
export const mappings = keywordsWith(({ form }) => ofMappings.has(form));
