import { Tree } from "../data/json/lazy-tree.js";
import type { Found, JsonObject, JsonValue } from "../data/model/values.js";
import type { ClientRequest } from "../http/client-request.js";
import { type RequestUrl, splitUrl } from "../http/client-url.js";
import { isToken } from "../http/field-syntax.js";
import { fieldsToObject, parseCookies, urlEncodedFields } from "../http/fields.js";
import type { ClaimsFields } from "./claims-fields.js";
import type { Facilities } from "./facilities.js";
import { endpointOf, pathParameters, type Route } from "./route.js";

/** The parts of the client's request that `$request` shows. */
export interface ShownRequest {
  readonly method: string;
  readonly requestID: string;
  /** Empty where it is not known. */
  readonly clientAddress: string;
  readonly url: RequestUrl;
  readonly route: Route;
  readonly client: ClientRequest;
  readonly facilities: Facilities;
  readonly body: { readonly post: JsonObject | undefined };
}

/** `$request` (specification, section "$request"). Each member is made when it is first read. */
export class RequestTree extends Tree {
  readonly #request: ShownRequest;
  /**
   * The names of members that have members of their own, once they are read, and these in turn: they stay the same ones.
   * There are so few that a map would cost more.
   */
  readonly #made: Found[] = [];

  constructor(request: ShownRequest) {
    super("request");
    this.#request = request;
  }

  member(name: string): Found {
    const known = this.#made.indexOf(name);
    if (known >= 0) return this.#made[known + 1];
    const value = members.get(name)?.(this.#request);
    if (typeof value === "object") this.#made.push(name, value);
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

/** By name, in the order in which `$request` is written. */
const members: ReadonlyMap<string, (request: ShownRequest) => JsonValue | HeaderFields | undefined> = new Map<
  string,
  (request: ShownRequest) => JsonValue | HeaderFields | undefined
>([
  ["method", (request) => request.method],
  ["purpose", () => "main"],
  ["debug", () => ""],
  ["host", (request) => splitUrl(request.url.url).host],
  ["port", (request) => splitUrl(request.url.url).port],
  ["id", (request) => request.requestID],
  ["url", (request) => request.url.url],
  ["path", (request) => request.url.path],
  ["query", (request) => request.url.query],
  ["headers", ({ client, facilities }) => new HeaderFields(client.headers, facilities.claims)],
  ["get", (request) => query(request.url)],
  ["post", (request) => request.body.post],
  ["cookies", (request) => cookies(request)],
  ["params", (request) => pathParameters(request.route, request.url.path)],
  ["client-address", (request) => request.clientAddress || undefined],
  ["endpoint", (request) => endpointOf(request.route, request.url.path)],
]);

function query({ query }: RequestUrl): JsonObject | undefined {
  return query === undefined ? undefined : fieldsToObject(urlEncodedFields(query));
}

function cookies(request: ShownRequest): JsonObject | undefined {
  const field = request.client.headers.get("cookie");
  return field === null ? undefined : parseCookies(field);
}

/**
 * `$request/headers`. Names are in lower case, and a step finds a field only by its lower-case name. Fields that pass for
 * checked claims are not there, so that no flow copies them.
 */
class HeaderFields extends Tree {
  readonly #fields: Headers;
  readonly #claims: ClaimsFields | undefined;

  constructor(fields: Headers, claims: ClaimsFields | undefined) {
    super("headers");
    this.#fields = fields;
    this.#claims = claims;
  }

  member(name: string): Found {
    if (!isToken(name) || name !== name.toLowerCase() || this.#claims?.isTaken(name)) return undefined;
    return this.#fields.get(name) ?? undefined;
  }

  toJson(): JsonObject {
    const json: Record<string, string> = Object.create(null);
    this.#fields.forEach((value, name) => {
      if (!this.#claims?.isTaken(name)) json[name] = value;
    });
    return json;
  }
}
