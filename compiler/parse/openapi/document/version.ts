import type { Reporter } from "../../../diagnostics/reporter.js";
import type { Dialect } from "../../../syntax/contract.js";
import { keywordsOf } from "../../schema/keywords.js";
import type { Located } from "../../yaml/references.js";
import { type Kind, type Members, membersOf } from "./grammar.js";

/** What checks of a description as its author wrote it ask of the version that it is in. */
export interface Version {
  readonly name: string;
  readonly dialect: Dialect;
  /** Parameters and header fields have the keywords of schemas themselves, and bodies are parameters. */
  readonly isFlat: boolean;
  readonly parameterPlaces: ReadonlySet<string>;
  readonly schemeTypes: ReadonlySet<string>;
  /** Where keys of APIs can be. */
  readonly keyPlaces: ReadonlySet<string>;
  /** Schemas have `nullable`. */
  readonly knowsNullable: boolean;
  /** Paths have `query` and `additionalOperations`. */
  readonly hasMoreMethods: boolean;
  /** The members of a kind of object; `undefined` where the version has no such objects. */
  membersOf(kind: Kind): Members | undefined;
  /** True of a member that an object has in the other version alone. */
  isOfOther(kind: Kind, key: string): boolean;
}

/** The version of a description. One that names none is of Swagger 2.0, of which only `paths` is needed. */
export function versionOf(top: Located): Version {
  if (!top.has("openapi")) return swagger;
  const { file, value } = top.get("openapi");
  const text = file.text(value) ?? "";
  const isNew = /^3\.[1-9]/.test(text);
  return {
    ...openApi,
    dialect: isNew ? "2020-12" : "draft-04",
    knowsNullable: !isNew,
    hasMoreMethods: /^3\.2\b/.test(text),
  };
}

const shared = { dialect: "draft-04", knowsNullable: true, hasMoreMethods: false } as const;

const swagger: Version = {
  ...shared,
  name: "Swagger 2.0",
  isFlat: true,
  parameterPlaces: keywordsOf("path query header formData body"),
  schemeTypes: keywordsOf("basic apiKey oauth2"),
  keyPlaces: keywordsOf("query header"),
  membersOf: (kind) => membersOf(kind, true),
  isOfOther: (kind, key) => membersOf(kind, false)?.has(key) === true,
};

const openApi: Version = {
  ...shared,
  name: "OpenAPI 3",
  isFlat: false,
  parameterPlaces: keywordsOf("path query header cookie"),
  schemeTypes: keywordsOf("apiKey http oauth2 openIdConnect mutualTLS"),
  keyPlaces: keywordsOf("query header cookie"),
  membersOf: (kind) => membersOf(kind, false),
  isOfOther: (kind, key) => membersOf(kind, true)?.has(key) === true,
};

/** The members that name the version, and its form. YAML reads an unquoted 2.0 as the number 2. */
const forms = [
  ["swagger", /^2(\.0)?$/, "Swagger 2.0"],
  ["openapi", /^3\.[012]\b/, "OpenAPI 3"],
] as const;

/** The file names of API descriptions, the preferred one first. */
export const descriptionNames: readonly string[] = forms.flatMap(([key]) =>
  ["yaml", "yml", "json"].map((extension) => `${key}.${extension}`),
);

export function checkVersion(top: Located, reporter: Reporter): void {
  for (const [key, form, known] of forms) {
    const entry = top.entries.find((one) => one.key === key);
    const version = entry && top.file.text(entry.value);
    if (entry !== undefined && version !== undefined && !form.test(version))
      reporter.report(entry.valueSpan, "apiVersion", { key, version, known });
  }
}
