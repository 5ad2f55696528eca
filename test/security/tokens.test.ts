/** `x-flow-jwt`: which tokens pass, and what clients and the log learn of the others. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientRequest, send } from "../support/client.js";
import { app, type Files } from "../support/compile.js";
import { compareResponse, type Expected } from "../support/samples.js";
import { bearer, cookie, securedPath, violation, withToken } from "../support/secured.js";
import { bare, hmacToken, rsaKeys, rsaToken, secret, signingInput } from "../support/tokens.js";

const rsa = rsaKeys();
const other = rsaKeys();
const now = Math.floor(Date.now() / 1000);

/** An app, a request, and what comes of it. */
type Case = readonly [name: string, files: Files, request: ClientRequest, expected: Expected];

const passes = (json: unknown): Expected => ({ status: 200, json });
/** There is no token: the client is told so, and the log need not be. */
const lacksToken = (reason: string): Expected => ({
  ...violation(`JWT Security (Token): ${reason}`),
  check: ({ log }) => expect(log).toStrictEqual([]),
});
/** The token is refused: the log tells why, the client does not learn it. */
const fails = (reason: string): Expected => ({
  ...violation("JWT Security (Token): Invalid JWT"),
  check: ({ log }) =>
    expect(log).toMatchObject([{ type: "engine_alert", topic: "security", message: `Token: ${reason}` }]),
});

function cases(title: string, list: readonly Case[]): void {
  describe(title, () => {
    test.each(list)("%s", async (_, files, request, expected) => {
      const response = await send(await app(files), request);
      compareResponse(response, expected);
      expect(JSON.stringify(response.log)).not.toMatch(/eyJ|asdf|YXNkZ|MII/);
    });
  });
}

const hs = securedPath(bearer());
const rs = securedPath(bearer({ key: { file: "keys/public.pem" }, alg: "RS256" }), {
  "keys/public.pem": rsa.spki,
});

const unsigned = (claims: object, alg: string): string => `${signingInput(claims, alg)}.`;

cases("signatures", [
  ["a token with the secret", hs, withToken(hmacToken({ sub: "ada" })), passes({ sub: "ada" })],
  [
    "a token with the private key",
    rs,
    withToken(rsaToken({ n: 1 }, "RS256", rsa.privateKey)),
    passes({ n: 1 }),
  ],
  [
    "a public key without its lines",
    securedPath(bearer({ key: bare(rsa.spki), alg: "RS" })),
    withToken(rsaToken({ n: 1 }, "RS512", rsa.privateKey)),
    passes({ n: 1 }),
  ],
  [
    "another secret",
    hs,
    withToken(hmacToken({}, "HS256", "else")),
    fails("The signature of the token does not match."),
  ],
  [
    "another private key",
    rs,
    withToken(rsaToken({}, "RS256", other.privateKey)),
    fails("The signature of the token does not match."),
  ],
  ...["none", "None", "NONE", "nOnE"].map(
    (alg): Case => [
      `an unsigned token of the algorithm "${alg}"`,
      hs,
      withToken(unsigned({ sub: "ada" }, alg)),
      fails("The token is signed with another algorithm."),
    ],
  ),
  [
    "a token without its signature",
    hs,
    withToken(unsigned({ sub: "ada" }, "HS256")),
    fails("The signature of the token does not match."),
  ],
  [
    "another algorithm with the same secret",
    hs,
    withToken(hmacToken({}, "HS512")),
    fails("The token is signed with another algorithm."),
  ],
  ...[rsa.spki, bare(rsa.spki), rsa.spki.trim()].map(
    (key): Case => [
      `the public key of ${key.length} characters as a secret`,
      rs,
      withToken(hmacToken({}, "HS256", key)),
      fails("The token is signed with another algorithm."),
    ],
  ),
  [
    "an RSA signature where the secret is asked for",
    hs,
    withToken(rsaToken({}, "RS256", rsa.privateKey)),
    fails("The token is signed with another algorithm."),
  ],
  ["an empty algorithm", hs, withToken(unsigned({}, "")), fails("The token is corrupt.")],
  ["what is no token", hs, withToken("a.b"), fails("The token is corrupt.")],
  [
    "claims that are no object",
    hs,
    withToken(hmacToken("[]")),
    fails("The claims of the token are no JSON object."),
  ],
  [
    "a token of great length",
    hs,
    withToken(hmacToken({ a: "x".repeat(70_000) })),
    fails("The token is too long."),
  ],
]);

cases("times", [
  ["a token that is still valid", hs, withToken(hmacToken({ exp: now + 60 })), passes({ exp: now + 60 })],
  ["one that has expired", hs, withToken(hmacToken({ exp: now - 1 })), fails("The token has expired.")],
  ["one that has just begun", hs, withToken(hmacToken({ nbf: now })), passes({ nbf: now })],
  ["one for later", hs, withToken(hmacToken({ nbf: now + 60 })), fails("The token is not valid yet.")],
  [
    "an expiry that is no number",
    hs,
    withToken(hmacToken({ exp: "never" })),
    fails("The claim exp of the token is no number."),
  ],
]);

const inCookie = securedPath(cookie("authtoken"));
const withCookie = (field: string): ClientRequest => ({ path: "/t/x", headers: { cookie: field } });
const withField = (field: string): ClientRequest => ({ path: "/t/x", headers: { authorization: field } });
const token = hmacToken({ sub: "ada" });

cases("where the token is", [
  ["no Authorization field", hs, { path: "/t/x" }, lacksToken("No Authorization header sent")],
  ["the scheme in other letters", hs, withField(`bEARER ${token}`), passes({ sub: "ada" })],
  ...[
    `Basic ${token}`,
    token,
    `Bearer${token}`,
    "Bearer",
    `Bearer ${token} ${token}`,
    `Bearer ${token}, x`,
  ].map(
    (field): Case => [
      `the field ${field.replaceAll(token, "…")}`,
      hs,
      withField(field),
      lacksToken("No bearer token in the Authorization header"),
    ],
  ),
  ["no Cookie field", inCookie, { path: "/t/x" }, lacksToken("No Cookie header sent")],
  ["the cookie among others", inCookie, withCookie(`a=1; authtoken=${token}; b=2`), passes({ sub: "ada" })],
  [
    "other cookies",
    inCookie,
    withCookie(`AuthToken=${token}; __proto__=1`),
    lacksToken("No cookie authtoken sent"),
  ],
  ["an empty cookie", inCookie, withCookie("authtoken="), lacksToken("No cookie authtoken sent")],
  ["a bearer token for a cookie", inCookie, withToken(token), lacksToken("No Cookie header sent")],
  [
    "a cookie as OpenAPI 3 has it",
    securedPath({ type: "apiKey", in: "cookie", name: "id", "x-flat-jwt": { key: secret } }),
    withCookie(`id=${token}`),
    passes({ sub: "ada" }),
  ],
  [
    "a bearer token as OpenAPI 3 has it",
    {
      ...securedPath({}),
      "swagger.yaml": JSON.stringify({
        openapi: "3.1.0",
        servers: [{ url: "/t" }],
        components: {
          securitySchemes: { Token: { type: "http", scheme: "Bearer", "x-flow-jwt": { key: secret } } },
        },
        paths: { "/x": { security: [{ Token: [] }], "x-flow": "show.xml" } },
      }),
    },
    withToken(token),
    passes({ sub: "ada" }),
  ],
]);

const claims = securedPath(
  bearer({ claims: { iss: "flowc", aud: "https://api.example", level: 3, admin: true, constructor: "x" } }),
);
const good = { iss: "flowc", aud: "https://api.example", level: 3, admin: true, constructor: "x" };
const wrong = (name: string) => fails(`The claim ${name} does not have the expected value.`);

cases("claims", [
  ["all as expected", claims, withToken(hmacToken(good)), passes(good)],
  [
    "one of several values",
    claims,
    withToken(hmacToken({ ...good, aud: ["x", "https://api.example"] })),
    passes({ ...good, aud: ["x", "https://api.example"] }),
  ],
  [
    "the text of a number",
    claims,
    withToken(hmacToken({ ...good, level: "3" })),
    passes({ ...good, level: "3" }),
  ],
  ["another value", claims, withToken(hmacToken({ ...good, iss: "flow" })), wrong("iss")],
  ["several other values", claims, withToken(hmacToken({ ...good, aud: ["x", "y"] })), wrong("aud")],
  ["a missing one", claims, withToken(hmacToken({ ...good, iss: undefined })), wrong("iss")],
  [
    "a text around it",
    claims,
    withToken(hmacToken({ ...good, aud: "https://api.example.evil" })),
    wrong("aud"),
  ],
  ["an object", claims, withToken(hmacToken({ ...good, iss: { flowc: true } })), wrong("iss")],
  [
    "an inherited name",
    claims,
    withToken(hmacToken({ ...good, constructor: undefined })),
    wrong("constructor"),
  ],
]);

const scopes = (jwt: object = {}) => securedPath(bearer(jwt), {}, ["read:a", "write:b"]);
const lacks = (scope: string) => fails(`The scope ${scope} is missing.`);

cases("scopes", [
  [
    "in a text",
    scopes(),
    withToken(hmacToken({ scope: " write:b \t x\nread:a" })),
    passes({ scope: " write:b \t x\nread:a" }),
  ],
  [
    "in an array",
    scopes(),
    withToken(hmacToken({ scope: ["read:a", "write:b"] })),
    passes({ scope: ["read:a", "write:b"] }),
  ],
  [
    "in another claim",
    scopes({ "scope-claim": "permission" }),
    withToken(hmacToken({ permission: "read:a write:b" })),
    passes({ permission: "read:a write:b" }),
  ],
  ["one of two", scopes(), withToken(hmacToken({ scope: "read:a" })), lacks("write:b")],
  ["a longer name", scopes(), withToken(hmacToken({ scope: "read:all write:b" })), lacks("read:a")],
  ["none", scopes(), withToken(hmacToken({})), lacks("read:a")],
  ["a number", scopes(), withToken(hmacToken({ scope: 1 })), lacks("read:a")],
]);

describe("settings from the environment", () => {
  const files = securedPath(
    bearer({
      key: { env: "FLOW_T_KEY" },
      alg: { env: "FLOW_T_ALG" },
      claims: { aud: { env: "FLOW_T_AUD" } },
    }),
  );
  const environment = { FLOW_T_KEY: secret, FLOW_T_ALG: "HS512", FLOW_T_AUD: "me" };

  beforeAll(() => Object.assign(process.env, environment));
  afterAll(() => {
    for (const name of Object.keys(environment)) delete process.env[name];
  });

  test("are read when a request arrives", async () => {
    const request = withToken(hmacToken({ aud: "me" }, "HS512"));
    compareResponse(await send(await app(files), request), passes({ aud: "me" }));
  });

  test.each([
    ["FLOW_T_KEY", undefined, "The environment variable FLOW_T_KEY is not set."],
    ["FLOW_T_KEY", " ", "The environment variable FLOW_T_KEY is not set."],
    ["FLOW_T_KEY", "%", "The key is no Base64URL."],
    ["FLOW_T_KEY", bare(rsa.spki), "A public or private key is no key for HS512."],
    ["FLOW_T_ALG", undefined, "The environment variable FLOW_T_ALG is not set."],
    ["FLOW_T_ALG", "none", "There is no such algorithm."],
    ["FLOW_T_AUD", undefined, "The environment variable FLOW_T_AUD is not set."],
  ])("let nobody pass where %s is %j: the log tells why", async (name, value, message) => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
    try {
      const response = await send(await app(files), withToken(hmacToken({ aud: "me" }, "HS512")));
      compareResponse(response, fails(message));
    } finally {
      Object.assign(process.env, environment);
    }
  });
});
