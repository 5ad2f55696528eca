import type { Found, JsonObject, JsonValue } from "../data-model/values.js";
import type { ClientUrl } from "../http/client-url.js";
import { parseCookies } from "../http/cookies.js";
import { isToken } from "../http/field-syntax.js";
import { fieldsToObject } from "../http/fields.js";
import { urlEncodedFields } from "../http/url-encoded.js";
import { Tree } from "../json/lazy-tree.js";
import type { State } from "./context.js";
import { endpointOf, pathParameters } from "./route.js";

/** `$request` (specification, section "$request"). Each member is made when it is first read. */
export class RequestTree extends Tree {
  readonly #state: State;
  readonly #made = new Map<string, Found>();

  constructor(state: State) {
    super("request");
    this.#state = state;
  }

  member(name: string): Found {
    const make = members.get(name);
    if (make === undefined) return undefined;
    let value = this.#made.get(name);
    if (value === undefined) {
      value = make(this.#state);
      this.#made.set(name, value);
    }
    return value;
  }

  toJson(): JsonObject {
    const json: Record<string, JsonValue> = Object.create(null);
    for (const name of members.keys()) {
      const value = this.member(name);
      if (value instanceof HeaderFields) json[name] = value.toJson();
      else if (value !== undefined) json[name] = value as JsonValue;
    }
    return json;
  }
}

/** In the order of a `$request` that is written out. */
const members: ReadonlyMap<string, (state: State) => JsonValue | HeaderFields | undefined> = new Map<
  string,
  (state: State) => JsonValue | HeaderFields | undefined
>([
  ["method", (state) => state.method],
  ["purpose", () => "main"],
  ["debug", () => ""],
  ["host", (state) => state.url.host],
  ["port", (state) => state.url.port],
  ["id", (state) => state.requestID],
  ["url", (state) => state.url.url],
  ["path", (state) => state.url.path],
  ["query", (state) => state.url.query],
  ["headers", (state) => new HeaderFields(state.client.req.raw.headers)],
  ["get", (state) => query(state.url)],
  ["post", (state) => state.body.post],
  ["cookies", (state) => cookies(state)],
  ["params", (state) => pathParameters(state.route, state.url.path)],
  ["endpoint", (state) => endpointOf(state.route, state.url.path)],
]);

const query = ({ query }: ClientUrl): JsonObject | undefined =>
  query === undefined ? undefined : fieldsToObject(urlEncodedFields(query));

const cookies = (state: State): JsonObject | undefined => {
  const field = state.client.req.raw.headers.get("cookie");
  return field === null ? undefined : parseCookies(field);
};

/** `$request/headers`: names are in lower case, and only so does a step meet them. */
class HeaderFields extends Tree {
  readonly #fields: Headers;

  constructor(fields: Headers) {
    super("headers");
    this.#fields = fields;
  }

  member(name: string): Found {
    if (!isToken(name) || name !== name.toLowerCase()) return undefined;
    return this.#fields.get(name) ?? undefined;
  }

  toJson(): JsonObject {
    const json: Record<string, string> = Object.create(null);
    this.#fields.forEach((value, name) => {
      json[name] = value;
    });
    return json;
  }
}
