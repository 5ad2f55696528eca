import { requestMembers } from "../../diagnostics/foreign-names.js";
import { changed } from "../../source/changed.js";
import type { ParameterValues } from "../../syntax/openapi.js";
import { anything, type JsonType, nothing, type Schema } from "../../syntax/schema.js";

/** The parameters of the routes that reach a flow; `undefined` if they may be any. */
export interface RouteParameters {
  readonly path: ParameterValues | undefined;
  readonly query: ParameterValues | undefined;
}

/** `$request` in a flow that these routes reach (specification, section "$request"). */
export function requestSchema({ path, query }: RouteParameters): Schema {
  return object(
    "$request",
    [
      ...requestTexts.map((name) => [name, scalar(`$request/${name}`, "string")] as const),
      ["query", scalar("$request/query", "string", "Query parameters are below $request/get.")],
      ["headers", requestFields],
      ["get", query === undefined ? texts("$request/get") : parameters("$request/get", query)],
      ["post", texts("$request/post")],
      ["cookies", texts("$request/cookies")],
      ["params", path === undefined ? texts("$request/params") : parameters("$request/params", path)],
    ],
    requestMembers,
  );
}

const requestTexts = [
  ...["method", "purpose", "debug", "host", "port", "id", "url", "path"],
  ...["client-address", "endpoint"],
];

/** Header fields, of which several with one name may be an array. */
const fields = (title: string): Schema => ({
  ...anything,
  types: new Set<JsonType>(["object"]),
  // Of a name that is not listed here, the report says whether it is misspelt.
  properties: new Map([["content-type", anything]]),
  hasLowerCaseNames: true,
  origin: { kind: "language", title },
});

const requestFields = fields("$request/headers");

/** Of path parameters there are no others. A client can send any query parameters, whatever is declared. */
const parameters = (title: "$request/params" | "$request/get", known: ParameterValues): Schema => {
  const named = [...known].map(([name, values]) => {
    const text = scalar(`${title}/${name}`, "string");
    return [name, values === undefined ? text : changed(text, { values })] as const;
  });
  return changed(anything, {
    types: new Set<JsonType>(["object"]),
    properties: new Map<string, Schema>(named),
    additionalProperties: title === "$request/params" ? nothing : anything.additionalProperties,
    origin: { kind: title === "$request/params" ? "path-parameters" : "query-parameters" },
  });
};

/** Texts of any names. */
const texts = (title: string): Schema => ({
  ...anything,
  types: new Set<JsonType>(["object"]),
  additionalProperties: scalar(`${title}/<name>`, "string"),
});

const scalar = (title: string, type: JsonType, instead?: string): Schema =>
  changed(anything, {
    types: new Set([type]),
    origin: { kind: "language", title, ...(instead === undefined ? {} : { instead }) },
  });

type Members = Iterable<readonly [string, Schema]>;

const object = (title: string, members: Members, instead?: ReadonlyMap<string, string>): Schema => ({
  ...anything,
  types: new Set<JsonType>(["object"]),
  properties: new Map(members),
  additionalProperties: nothing,
  origin: { kind: "language", title, ...(instead === undefined ? {} : { instead }) },
});

/** `$server`. */
export const serverSchema: Schema = object("$server", [
  ["name", scalar("$server/name", "string")],
  ["role", scalar("$server/role", "string")],
]);

/** `$env`: any names, with texts. */
export const environmentSchema: Schema = texts("$env");

const info: Schema = {
  ...anything,
  types: new Set<JsonType>(["array"]),
  items: { ...anything, types: new Set<JsonType>(["string"]) },
};

/** The members that each error has, of the engine and of flows (specification, section "$error"). */
const errorMembers = (title: string): readonly (readonly [string, Schema])[] => [
  ["status", scalar(`${title}/status`, "number")],
  ["code", scalar(`${title}/code`, "number")],
  ["message", scalar(`${title}/message`, "string")],
  ["info", info],
  ["requestID", scalar(`${title}/requestID`, "string")],
];

/** `$error`, if flows set these members, too. */
export const errorSchema = (own: Iterable<string>): Schema =>
  object("$error", [
    ...[...own].map((name) => [name, anything] as const),
    ...errorMembers("$error"),
    ["reason", scalar("$error/reason", "string")],
  ]);

/** `$upstream/<id>` (specification, section "$upstream"). */
const exchange: Schema = object(
  "$upstream/<id>",
  [
    ["url", scalar("$upstream/<id>/url", "string")],
    ["status", scalar("$upstream/<id>/status", "number")],
    ["cacheHit", scalar("$upstream/<id>/cacheHit", "boolean")],
    ["headers", fields("$upstream/<id>/headers")],
    ["attempts", scalar("$upstream/<id>/attempts", "number")],
    ["error", object("$upstream/<id>/error", errorMembers("$upstream/<id>/error"))],
  ],
  new Map([
    ...["body", "json", "content", "response", "data"].map(
      (name) => [name, 'The body of the response is content("<id>").'] as const,
    ),
    ["statuscode", "Did you mean status?"],
    ["code", "Did you mean status?"],
  ]),
);

/** `$upstream`: a member for each request. */
export const upstreamSchema: Schema = {
  ...anything,
  types: new Set<JsonType>(["object"]),
  additionalProperties: exchange,
};
