import { loginToken } from "../login.js";
import { listed } from "../samples.js";
import { violation } from "../secured.js";
import { hmacToken, partnerToken } from "../tokens.js";
import type { Exchange } from "./exchange.js";

const key = "a passphrase of more than 32 bytes";
function bearer(token: string) {
  return { path: "/api/me", headers: { authorization: `Bearer ${token}` } };
}
const refused = {
  error: { message: "A token is needed.", status: 401, code: 5000, info: ["Flow Error triggered"] },
};

function orders(headers: Record<string, string>) {
  return { path: "/api/orders", headers };
}
function own(claims: object, headers: Record<string, string> = {}) {
  return orders({
    authorization: `Bearer ${hmacToken({ user: "brenda", ...claims }, "HS256", key)}`,
    ...headers,
  });
}

function profile(token: string) {
  return { path: "/api/profile", headers: { authorization: `Bearer ${token}` } };
}

const fetchedKeys = listed<Exchange>({
  ...(["ES256", "PS256", "ES512", "ES384", "EdDSA"] as const).map((algorithm) => ({
    name: `knows the keys of the identity provider: ${algorithm}`,
    request: profile(loginToken(algorithm)),
    json: { user: "ada" },
  })),
  "refuses a token for somebody else": {
    request: profile(loginToken("EdDSA", { aud: "others" })),
    ...violation("JWT Security (Login): Invalid JWT"),
  },
  "refuses a token that has been changed": {
    request: profile(`${loginToken("ES256").slice(0, -4)}AAAA`),
    ...violation("JWT Security (Login): Invalid JWT"),
  },
});

export const tokens = listed<Exchange>({
  ...fetchedKeys,
  "makes a token": {
    request: { path: "/api/tokens", json: { roles: ["sales"], user: "brenda", more: 1 } },
    status: 201,
    json: { token: hmacToken({ roles: ["sales"], user: "brenda" }, "HS256", key) },
  },
  "accepts a token of its own": {
    request: bearer(hmacToken({ user: "brenda" }, "HS256", key)),
    json: { user: "brenda" },
  },
  "accepts a token of a partner": { request: bearer(partnerToken), json: { sub: "ada" } },
  "refuses a token with another key": {
    request: bearer(hmacToken({ user: "brenda" })),
    status: 401,
    json: refused,
  },
  "protects orders: its own token": {
    request: own({ scope: "invoices orders" }),
    json: { orders: [], for: "brenda" },
  },
  "protects orders: the token of a partner in a cookie": {
    request: orders({ cookie: `partner=${partnerToken}` }),
    json: { orders: [], for: "ada" },
  },
  "protects orders: a token without the scope": {
    request: own({ scope: "invoices" }),
    ...violation("JWT Security (Own): Invalid JWT", "JWT Security (Partner): No Cookie header sent"),
  },
  "tells a page of the shop what it may send, without a token": {
    request: { path: "/api/orders", method: "OPTIONS", headers: { origin: "https://shop.example" } },
    headers: {
      "access-control-allow-origin": "https://shop.example",
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": "GET",
    },
  },
  "lets no other page read the answer": {
    request: own({ scope: "orders" }, { origin: "https://evil.example" }),
    headers: { "access-control-allow-origin": null, vary: "Origin" },
  },
  "protects orders: no token": {
    request: orders({}),
    ...violation(
      "JWT Security (Own): No Authorization header sent",
      "JWT Security (Partner): No Cookie header sent",
    ),
  },
});
