import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Span } from "../../source/source-text.js";
import type { DeclaredParameters, ParameterValues, PathItem } from "../../syntax/openapi.js";
import type { Schema } from "../../syntax/schema.js";
import type { SchemaReader } from "../schema/schema.js";
import type { Located } from "../yaml/references.js";

/** A parameter that a path or an operation lists. */
export interface DeclaredParameter {
  readonly place: string;
  readonly name: string;
  /** Where its name stands, or the reference to it. */
  readonly span: Span;
  /** It is an object, whose members may be parameters of their own. */
  readonly isObject: boolean;
  readonly values: Schema["values"];
}

/** The parameters that a path or an operation lists; `undefined` if it has no list. */
export function declaredParameters(
  owner: Located,
  schemas: SchemaReader,
): readonly DeclaredParameter[] | undefined {
  const list = owner.get("parameters");
  return (list.target ?? list).list?.flatMap((item) => {
    const [place, name] = [item.get("in").string, item.get("name").string];
    if (place === undefined || name === undefined) return [];
    const { span } = item.ownMembers.get("$ref") ?? item.ownMembers.get("name") ?? item;
    const schema = item.get("schema");
    const isObject = schemas.schemas.of(schema).mayHaveMembers;
    return [{ place, name, span, isObject, values: textsOf(schemas.read(schema)) }];
  });
}

/** The texts that a parameter of a schema can have. Flows may ask whether it is empty, whatever the schema says. */
function textsOf({ types, values, allOf, anyOf }: Schema): Schema["values"] {
  if (allOf.length > 0 || anyOf.length > 0 || types.has("array") || types.has("object")) return undefined;
  const own = [...types].filter((type) => type !== "null");
  if (values === "dates") return values;
  if (values !== undefined && values !== "numbers") return new Set([...values, ""]);
  if (own.every((type) => type === "number")) return "numbers";
  return own.every((type) => type === "boolean") ? new Set(["true", "false", ""]) : undefined;
}

/** All parameters of an operation; `undefined` if neither it nor its path lists any. */
export function allParameters(
  path: readonly DeclaredParameter[] | undefined,
  operation: readonly DeclaredParameter[] | undefined,
): DeclaredParameters | undefined {
  if (path === undefined && operation === undefined) return undefined;
  const all = [...(path ?? []), ...(operation ?? [])];
  // Those of the operation replace those of the path.
  const valuesIn = (place: string): ParameterValues =>
    new Map(all.filter((parameter) => parameter.place === place).map(({ name, values }) => [name, values]));
  const query = valuesIn("query");
  const isOpen = query.size === 0 || all.some(({ place, isObject }) => place === "query" && isObject);
  const listed = (place: string, name = (text: string) => text): ParameterValues | undefined => {
    const values = valuesIn(place);
    return values.size === 0 ? undefined : new Map([...values].map(([key, value]) => [name(key), value]));
  };
  return {
    query: isOpen ? undefined : query,
    path: valuesIn("path"),
    header: listed("header", (name) => name.toLowerCase()),
    cookie: listed("cookie"),
    form: listed("formData"),
  };
}

/**
 * Finds path parameters that are declared but not in the path, and those of the path that nothing declares, where
 * others are declared.
 */
export function checkPathParameters(
  { segments }: Pick<PathItem, "segments">,
  placeOf: (name: string) => Span,
  lists: readonly (readonly DeclaredParameter[] | undefined)[],
  reporter: Reporter,
): void {
  const names = new Set(segments.flat().flatMap((part) => (part.kind === "parameter" ? part.name : [])));
  const declared = lists.flatMap((list) => list ?? []).filter((parameter) => parameter.place === "path");
  const known = new Set(declared.map(({ name }) => name));
  const missing = [...names].filter((name) => !known.has(name));
  const strays = declared.filter(({ name }) => !names.has(name));
  for (const { name, span } of strays) {
    const meant = nearest(name, missing) ?? (missing.length === 1 ? missing[0] : undefined);
    reporter.report(span, "parameterNotInPath", { name, nearest: meant });
  }
  if (strays.length > 0 || declared.length === 0) return;
  for (const name of missing) reporter.report(placeOf(name), "parameterUndeclared", { name });
}
