import type { JsonValue } from "../../../../runtime/data/model/values.js";
import type { Located } from "../../yaml/references.js";
import { type Fields, map, membersOf, object, type Read, text } from "./fields.js";

const scopes = map(text);
const urls: Fields = { authorizationUrl: text, tokenUrl: text, refreshUrl: text, scopes };

/** The flows of OAuth 2, and the addresses that each needs. */
const flows: Readonly<Record<string, readonly string[]>> = {
  implicit: ["authorizationUrl"],
  password: ["tokenUrl"],
  clientCredentials: ["tokenUrl"],
  authorizationCode: ["authorizationUrl", "tokenUrl"],
};

const names: Readonly<Record<string, string>> = {
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

const fields: Fields = {
  type: text,
  description: text,
  name: text,
  in: text,
  scheme: text,
  bearerFormat: text,
  openIdConnectUrl: text,
  flow: text,
  flows: object(
    Object.fromEntries(Object.entries(flows).map(([name, needed]) => [name, flow(name, needed)])),
  ),
  ...urls,
};

/**
 * A security scheme of Swagger 2.0 or of OpenAPI 3. What the extensions of the app say of its tokens is said as far as
 * OpenAPI knows it: that they are JSON Web Tokens, and in which cookie they are.
 */
export const securityScheme: Read = (located) => {
  const made = membersOf(located, fields);
  if (made === undefined) return undefined;
  const { description } = made;
  const as = (scheme: Record<string, JsonValue>) =>
    description === undefined ? scheme : { ...scheme, description };
  const { type = "apiKey", name, in: place, scheme } = made;
  const token = tokenOf(located);
  if (type === "basic") return as({ type: "http", scheme: "basic" });
  if (type === "http" && scheme !== undefined) {
    const { bearerFormat } = made;
    return as({
      type,
      scheme,
      ...(/^bearer$/i.test(String(scheme)) && bearerFormat !== undefined ? { bearerFormat } : {}),
    });
  }
  if (type === "mutualTLS") return as({ type });
  if (type === "openIdConnect" && made.openIdConnectUrl !== undefined)
    return as({ type, openIdConnectUrl: made.openIdConnectUrl });
  if (type === "oauth2") return as({ type, flows: made.flows ?? swaggerFlows(made) });
  const isField = (field: string) => place === "header" && String(name).toLowerCase() === field;
  if (token.isChecked && isField("authorization"))
    return as({ type: "http", scheme: "bearer", bearerFormat: "JWT" });
  if (token.cookie !== undefined && isField("cookie"))
    return as({ type: "apiKey", in: "cookie", name: token.cookie });
  if (type === "apiKey" && name !== undefined && ["query", "header", "cookie"].includes(String(place)))
    return as({ type, in: place as string, name });
  return as({ type: "http", scheme: "bearer" });
};

function flow(name: string, needed: readonly string[]): Read {
  const unused =
    name === "implicit" ? "tokenUrl" : name === "authorizationCode" ? undefined : "authorizationUrl";
  return (located) => {
    const made = object(urls, needed)(located) as Record<string, JsonValue> | undefined;
    if (made === undefined) return undefined;
    if (unused !== undefined) delete made[unused];
    return { scopes: {}, ...made };
  };
}

function swaggerFlows(made: Record<string, JsonValue>): JsonValue {
  const { flow: kind, authorizationUrl, tokenUrl, scopes: known = {} } = made;
  const name = Object.hasOwn(names, String(kind)) ? names[String(kind)] : String(kind);
  if (name === undefined || !Object.hasOwn(flows, name)) return {};
  const needed = (flows[name] ?? []).map(
    (url) => [url, url === "tokenUrl" ? tokenUrl : authorizationUrl] as const,
  );
  if (needed.some(([, url]) => url === undefined)) return {};
  return { [name]: { ...(Object.fromEntries(needed) as Record<string, string>), scopes: known } };
}

function tokenOf({ ownMembers: members }: Located) {
  const cookie = members.get("x-flow-cookiename") ?? members.get("x-flat-cookiename");
  const isChecked = members.has("x-flow-jwt") || members.has("x-flat-jwt");
  return { isChecked, cookie: cookie?.string?.trim() };
}
