import { requestMembers } from "../../diagnostics/foreign-names.js";
import { changed } from "../../source/changed.js";
import type { ParameterValues } from "../../syntax/openapi.js";
import {
  anything,
  arrayOf,
  type JsonType,
  nothing,
  objectOf,
  type Schema,
  scalarOf,
} from "../../syntax/schema.js";

/** The parameters of the routes that reach a flow; `undefined` if they may be any. */
export interface RouteParameters extends Record<ParameterPlace, ParameterValues | undefined> {
  /** What their bodies may be, as far as their operations say so. */
  readonly bodies: Readonly<Record<"json" | "form", boolean>>;
}

export const parameterPlaces = ["path", "query", "header", "cookie", "form"] as const;

export type ParameterPlace = (typeof parameterPlaces)[number];

/** `$request` in a flow that these routes reach (specification, section "$request"). */
export function requestSchema({ path, query, header, cookie, form, bodies }: RouteParameters): Schema {
  return object(
    "$request",
    [
      ...requestTexts.map((name) => [name, scalar(`$request/${name}`, "string")] as const),
      ["query", scalar("$request/query", "string", "Query parameters are below $request/get.")],
      ["headers", header === undefined ? requestFields : fieldsWith(header)],
      ["get", query === undefined ? texts("$request/get") : parameters("$request/get", query)],
      ["post", form === undefined ? post(bodies.form) : parameters("$request/post", form)],
      ["cookies", cookie === undefined ? texts("$request/cookies") : parameters("$request/cookies", cookie)],
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
const fields = (title: string, known: Members = []): Schema =>
  // Of a name that is not listed here, the report says whether it is misspelt.
  objectOf([["content-type", anything], ...known], undefined, {
    hasLowerCaseNames: true,
    origin: { kind: "language", title },
  });

const requestFields = fields("$request/headers");

const fieldsWith = (known: ParameterValues): Schema =>
  fields(
    "$request/headers",
    [...known].map(([name, values]) => [name, text(`$request/headers/${name}`, values)] as const),
  );

const text = (title: string, values: Schema["values"]): Schema => {
  const any = scalar(title, "string");
  return values === undefined ? any : changed(any, { values });
};

/** The fields of a form, of which there are none where no operation takes a form. */
const post = (isThere: boolean): Schema =>
  isThere
    ? texts("$request/post")
    : object("$request/post", [], "The body is no form here: it is $body, as in $body/json.");

/** The body where no operation takes JSON. */
export const bodyWithoutJson: Schema = scalarOf("string", {
  origin: {
    kind: "language",
    title: "$body, which is no JSON here,",
    instead: "The fields of a form are below $request/post.",
  },
});

const described = {
  "$request/params": "path parameter",
  "$request/get": "query parameter",
  "$request/post": "form field",
  "$request/cookies": "cookie",
} as const;

/** Of path parameters there are no others. A client can send any query parameters, whatever is declared. */
const parameters = (title: keyof typeof described, known: ParameterValues): Schema => {
  const named = [...known].map(([name, values]) => [name, text(`${title}/${name}`, values)] as const);
  return title === "$request/params"
    ? objectOf(named, nothing, { origin: { kind: "path-parameters" } })
    : objectOf(named, undefined, { origin: { kind: "listed-parameters", what: described[title] } });
};

/** Texts of any names. */
const texts = (title: string): Schema => objectOf([], scalar(`${title}/<name>`, "string"));

const scalar = (title: string, type: JsonType, instead?: string): Schema =>
  scalarOf(type, { origin: { kind: "language", title, ...(instead === undefined ? {} : { instead }) } });

type Members = Iterable<readonly [string, Schema]>;

const object = (title: string, members: Members, instead?: ReadonlyMap<string, string> | string): Schema =>
  objectOf(members, nothing, {
    origin: { kind: "language", title, ...(instead === undefined ? {} : { instead }) },
  });

/** `$server`. */
export const serverSchema: Schema = object("$server", [
  ["name", scalar("$server/name", "string")],
  ["role", scalar("$server/role", "string")],
]);

/** `$env`: any names, with texts. */
export const environmentSchema: Schema = texts("$env");

const info: Schema = arrayOf(scalarOf("string"));

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
export const upstreamSchema: Schema = objectOf([], exchange);
