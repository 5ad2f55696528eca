/** `jwks-url`: keys that are fetched, kept, exchanged, and that outlive an outage. */
import type { Hono } from "hono";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ClientResponse, send } from "../support/client.js";
import { app, compileFiles, describeDiagnostic, type Files } from "../support/compile.js";
import { hangs, type KeyServer, keyServer, publishes, says, sendsForever } from "../support/key-server.js";
import { bearer, securedPath, violation, withToken } from "../support/secured.js";
import { deadUrl } from "../support/servers.js";
import { hmacToken, keyPairToken, keysFor, rsaKeys, secret, signingInput } from "../support/tokens.js";

const old = keysFor("ES256");
const young = keysFor("ES256");
const oldKey = { ...old.jwk, kid: "old", use: "sig" };
const youngKey = { ...young.jwk, kid: "young", use: "sig" };

const oldToken = keyPairToken({ sub: "ada" }, "ES256", old.privateKey, { kid: "old" });
const youngToken = keyPairToken({ sub: "bob" }, "ES256", young.privateKey, { kid: "young" });
const namelessToken = keyPairToken({ sub: "cyd" }, "ES256", young.privateKey);
const strangerToken = (kid: string) =>
  keyPairToken({ sub: "eve" }, "ES256", keysFor("ES256").privateKey, { kid });

/** An app whose one path needs a token with a key of the set at this URL. */
const filesFor = (url: unknown, jwt: object = {}): Files =>
  securedPath(bearer({ key: undefined, "jwks-url": url, alg: "ES256", ...jwt }));
const appFor = (url: unknown, jwt?: object): Promise<Hono> => app(filesFor(url, jwt));

const ask = (one: Hono, token: string): Promise<ClientResponse> => send(one, withToken(token));

const messages = ({ log }: ClientResponse) => log.map(({ message }) => message);

function expectRefusal(response: ClientResponse): void {
  const { status, json } = violation("JWT Security (Token): Invalid JWT");
  expect({ status: response.status, body: response.json() }).toStrictEqual({ status, body: json });
  expect(JSON.stringify(response.log)).not.toMatch(/eyJ/);
}

async function passes(one: Hono, token: string): Promise<void> {
  const response = await ask(one, token);
  expect(response.status, response.text + messages(response)).toBe(200);
}

/** Returns the log's message about a token that is refused. */
async function refusal(one: Hono, token: string): Promise<readonly unknown[]> {
  const response = await ask(one, token);
  expectRefusal(response);
  return messages(response);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let keys: KeyServer;
const fresh = async (...published: readonly object[]): Promise<KeyServer> => {
  keys = await keyServer(...published);
  return keys;
};
afterEach(() => keys?.stop());

describe("keys are fetched", () => {
  test("for the first token that needs them, and not before", async () => {
    const server = await fresh(oldKey);
    const one = await appFor(server.url);
    await send(one, { path: "/t/x" });
    await refusal(one, "a.b");
    await refusal(one, hmacToken({}));
    await refusal(one, `${signingInput({}, "none")}.`);
    expect(server.requests).toBe(0);
    await passes(one, oldToken);
    await passes(one, oldToken);
    expect(server.requests).toBe(1);
  });

  test("once for all requests at a time", async () => {
    const server = await fresh();
    server.answer = (outgoing) => setTimeout(() => publishes(oldKey)(outgoing, outgoing.req), 100);
    const one = await appFor(server.url);
    await Promise.all(Array.from({ length: 20 }, () => passes(one, oldToken)));
    expect(server.requests).toBe(1);
  });

  test("once for all schemes with the same URL", async () => {
    const server = await fresh(oldKey);
    const [one, two] = [await appFor(server.url), await appFor(server.url, { "jwks-ttl": 60 })];
    await passes(one, oldToken);
    await passes(two, oldToken);
    expect(server.requests).toBe(1);
  });

  test("from a URL in the environment", async () => {
    const server = await fresh(oldKey);
    process.env.FLOW_T_JWKS = `${server.url}/jwks.json`;
    try {
      const one = await appFor({ env: "FLOW_T_JWKS" }, { alg: { env: "FLOW_T_JWKS_ALG" } });
      process.env.FLOW_T_JWKS_ALG = "ES256";
      await passes(one, oldToken);
      process.env.FLOW_T_JWKS_ALG = "HS256";
      expect(await refusal(one, hmacToken({}))).toStrictEqual([
        "Token: The keys of a key set are public, so there are none for HS256.",
      ]);
    } finally {
      delete process.env.FLOW_T_JWKS;
      delete process.env.FLOW_T_JWKS_ALG;
    }
  });

  test.each([
    [
      "http://login.example/jwks.json",
      "Token: The URL of the key set is not secure: it needs https, or jwks-allow-http.",
    ],
    [
      "https://ada:pass@login.example/jwks.json",
      "Token: The URL of the key set is none of http or https without a password.",
    ],
    ["jwks.json", "Token: The URL of the key set is none of http or https without a password."],
    ["", "Token: The environment variable FLOW_T_JWKS is not set."],
  ])("but not from %j", async (url, message) => {
    process.env.FLOW_T_JWKS = url;
    try {
      expect(await refusal(await appFor({ env: "FLOW_T_JWKS" }), oldToken)).toStrictEqual([message]);
    } finally {
      delete process.env.FLOW_T_JWKS;
    }
  });

  test("but not where FLOW_UPSTREAM_ORIGINS does not allow it", async () => {
    const server = await fresh(oldKey);
    process.env.FLOW_UPSTREAM_ORIGINS = "https://api.example";
    try {
      const [failure] = await refusal(await appFor(server.url), oldToken);
      expect(failure).toMatch(/FLOW_UPSTREAM_ORIGINS does not have http:\/\/127\.0\.0\.1/);
      expect(server.requests).toBe(0);
    } finally {
      delete process.env.FLOW_UPSTREAM_ORIGINS;
    }
  });
});

describe("keys are exchanged", () => {
  test("when a token names a new one", async () => {
    const server = await fresh(oldKey);
    const one = await appFor(server.url);
    await passes(one, oldToken);
    server.answer = publishes(oldKey, youngKey);
    await passes(one, youngToken);
    await passes(one, oldToken);
    expect(server.requests).toBe(2);
  });

  test("when many tokens name a new one at once", async () => {
    const server = await fresh(oldKey);
    const one = await appFor(server.url);
    await passes(one, oldToken);
    server.answer = (outgoing) => setTimeout(() => publishes(youngKey)(outgoing, outgoing.req), 50);
    await Promise.all(Array.from({ length: 20 }, () => passes(one, youngToken)));
    expect(server.requests).toBe(2);
  });

  test("when they have no names", async () => {
    const server = await fresh(old.jwk);
    const one = await appFor(server.url);
    await passes(one, keyPairToken({}, "ES256", old.privateKey));
    server.answer = publishes(young.jwk);
    await passes(one, namelessToken);
  });

  test("under the same name", async () => {
    const server = await fresh(oldKey);
    const one = await appFor(server.url);
    await passes(one, oldToken);
    server.answer = publishes({ ...youngKey, kid: "old" });
    await passes(one, keyPairToken({}, "ES256", young.privateKey, { kid: "old" }));
  });

  test("after their time, and then a removed one counts no more", async () => {
    const server = await fresh(oldKey);
    const one = await appFor(server.url, { "jwks-ttl": 1 });
    await passes(one, oldToken);
    server.answer = publishes(youngKey);
    await passes(one, oldToken);
    await pause(1100);
    expect(await refusal(one, oldToken)).toStrictEqual([
      "Token: The key set has no key for ES256 with the kid of the token, old.",
    ]);
    await passes(one, youngToken);
  });

  test("and hostile names make nobody fetch more than once", async () => {
    const server = await fresh(oldKey);
    const one = await appFor(server.url);
    await passes(one, oldToken);
    const tokens = Array.from({ length: 30 }, (_, index) => strangerToken(`k${index}`));
    await Promise.all(tokens.slice(0, 15).map((token) => refusal(one, token)));
    for (const token of tokens.slice(15)) await refusal(one, token);
    await refusal(one, strangerToken("old"));
    expect(server.requests).toBe(2);
    await passes(one, oldToken);
  });
});

const shortKeys = rsaKeys(1024);
const noKeys = "The key set has no key that can verify tokens.";

describe("an outage", () => {
  test.each([
    ["an error", says("", 500), "The answer has the status 500."],
    ["no content", says("", 204), "The answer has the status 204."],
    [
      "a redirect",
      says("", 302, { location: "https://elsewhere.example/" }),
      "The answer has the status 302.",
    ],
    ["no JSON", says("<html>"), "There is no key set."],
    ["other JSON", says("[]"), "There is no key set."],
    ["nested JSON", says(`{"keys":${"[".repeat(90_000)}${"]".repeat(90_000)}}`), noKeys],
    ["a broken document", says(`{"keys":[`), "There is no key set."],
    ["no keys", publishes(), noKeys],
    ["secrets", publishes({ kty: "oct", k: secret, kid: "old" }), noKeys],
    ["private keys", publishes({ ...old.privateJwk, kid: "old" }), noKeys],
    ["keys for encryption alone", publishes({ ...oldKey, key_ops: ["encrypt"] }), noKeys],
    ["short keys", publishes(shortKeys.publicKey.export({ format: "jwk" })), noKeys],
    [
      "too many keys",
      publishes(...Array.from({ length: 101 }, () => oldKey)),
      "The key set has more than 100 keys.",
    ],
    ["a set of great length", sendsForever(300_000), "The answer exceeds 262144 bytes."],
    ["silence", hangs, "No answer within 1 s."],
    ["half a set", sendsForever(10), "No answer within 1 s."],
  ])("%s: the last good set stays in use", async (_, answer, reason) => {
    process.env.FLOW_DEFAULT_TIMEOUT = "1";
    try {
      const server = await fresh(oldKey);
      const one = await appFor(server.url, { "jwks-ttl": 1 });
      await passes(one, oldToken);
      server.answer = answer;
      await pause(1100);
      const response = await ask(one, oldToken);
      expect(response.status).toBe(200);
      const said = messages(response).map((message) =>
        String(message).replace(/ [1-9] s ago/, " some s ago"),
      );
      expect(said).toStrictEqual([
        `The keys at ${server.url} cannot be fetched. ${reason} The keys of some s ago are still there.`,
      ]);
    } finally {
      delete process.env.FLOW_DEFAULT_TIMEOUT;
    }
  });

  test("of a server that is gone", async () => {
    const server = await fresh(oldKey);
    const one = await appFor(server.url, { "jwks-ttl": 1 });
    await passes(one, oldToken);
    await server.stop();
    await pause(1100);
    expect(messages(await ask(one, oldToken))).toStrictEqual([
      `The keys at ${server.url} cannot be fetched. The connection failed (ECONNREFUSED). The keys of 1 s ago are still there.`,
    ]);
    keys = await keyServer();
  });

  test("costs few requests, and ends by itself", async () => {
    const server = await fresh(oldKey);
    const one = await appFor(server.url, { "jwks-ttl": 1 });
    await passes(one, oldToken);
    server.answer = says("", 503);
    await pause(1100);
    for (let count = 0; count < 20; count++) await passes(one, oldToken);
    expect(server.requests).toBe(2);
    server.answer = publishes(oldKey, youngKey);
    await pause(1100);
    await passes(one, youngToken);
  });

  test("is borne for so long, and no longer", async () => {
    const server = await fresh(oldKey);
    const one = await appFor(server.url, { "jwks-ttl": 1, "jwks-max-stale": 1 });
    await passes(one, oldToken);
    server.answer = says("", 503);
    await pause(1100);
    await passes(one, oldToken);
    await pause(1100);
    expect((await refusal(one, oldToken)).at(-1)).toBe("Token: There are no keys to check the token with.");
  });

  test("at the start: nobody passes, the log tells why, and few requests ask again", async () => {
    const server = await fresh();
    server.answer = says("", 500);
    const one = await appFor(`${server.url}/jwks.json?api_key=hidden`);
    expect(await refusal(one, oldToken)).toStrictEqual([
      `The keys at ${server.url}/jwks.json?api_key=*** cannot be fetched. The answer has the status 500.`,
      "Token: There are no keys to check the token with.",
    ]);
    for (let count = 0; count < 10; count++) await refusal(one, oldToken);
    expect(server.requests).toBe(1);
    server.answer = publishes(oldKey);
    await pause(1100);
    await passes(one, oldToken);
  });

  test("at the start, of a server that is not there", async () => {
    const url = await deadUrl();
    expect((await refusal(await appFor(url), oldToken))[0]).toBe(
      `The keys at ${url} cannot be fetched. The connection failed (ECONNREFUSED).`,
    );
  });
});

describe("which keys count", () => {
  const rsa = keysFor("RS256");
  const edwards = keysFor("EdDSA");
  const p384 = keysFor("ES384");
  const all = [
    { ...rsa.jwk, kid: "rsa", alg: "RS256" },
    { ...rsa.jwk, kid: "enc", use: "enc" },
    { ...rsa.jwk, kid: "any" },
    { ...edwards.jwk, kid: "ed" },
    { ...p384.jwk, kid: "p384" },
  ];
  let server: KeyServer;
  let one: Hono;
  beforeAll(async () => {
    server = await keyServer(...all);
    one = await appFor(server.url, { alg: ["RS256", "PS512", "ES", "EdDSA"] });
  });
  afterAll(() => server.stop());

  test.each([
    ["RS256", "rsa", rsa],
    ["RS256", "any", rsa],
    ["PS512", "any", rsa],
    ["EdDSA", "ed", edwards],
    ["ES384", "p384", p384],
  ])("%s with the key %s", (alg, kid, { privateKey }) =>
    passes(one, keyPairToken({}, alg, privateKey, { kid })),
  );

  const noKey = (alg: string, kid: string) =>
    `Token: The key set has no key for ${alg} with the kid of the token, ${kid}.`;
  test.each([
    ["PS512", "rsa", rsa, noKey("PS512", "rsa")],
    ["RS256", "enc", rsa, noKey("RS256", "enc")],
    ["RS384", "any", rsa, "Token: The token is signed with another algorithm."],
    ["ES256", "p384", old, noKey("ES256", "p384")],
    ["RS256", "ed", rsa, noKey("RS256", "ed")],
  ])("not %s with the key %s", async (alg, kid, { privateKey }, message) => {
    expect(await refusal(one, keyPairToken({}, alg, privateKey, { kid }))).toStrictEqual([message]);
  });

  test("no public key as the secret of an HS token", async () => {
    const key = JSON.stringify(all[0]);
    expect(await refusal(one, hmacToken({}, "HS256", key))).toStrictEqual([
      "Token: The token is signed with another algorithm.",
    ]);
  });

  test("no key that the token brings along", async () => {
    const stranger = keysFor("ES256");
    const header = { kid: "p384", jwk: stranger.jwk, jku: "http://127.0.0.1:9/", x5u: "http://127.0.0.1:9/" };
    await refusal(one, keyPairToken({}, "ES256", stranger.privateKey, header));
  });
});

describe("the build", () => {
  const url = "https://login.example/jwks.json";
  const found = async (jwt: object): Promise<readonly string[]> => {
    const { diagnostics } = await compileFiles(securedPath(bearer({ key: undefined, ...jwt })));
    return diagnostics.map((one) => describeDiagnostic(one).split("\n")[0] ?? "");
  };

  test.each([
    ["a URL", { "jwks-url": url, alg: "ES256" }],
    ["a family", { "jwks-url": url, alg: "PS" }],
    ["a list", { "jwks-url": url, alg: ["RS256", "EdDSA"] }],
    ["the environment", { "jwks-url": { env: "KEYS" }, alg: { env: "ALGORITHM" } }],
    ["times", { "jwks-url": url, alg: "RS", "jwks-ttl": 60, "jwks-max-stale": 0 }],
    ["loopback", { "jwks-url": "http://localhost:9000/jwks", alg: "RS256" }],
    ["loopback by its address", { "jwks-url": "http://[::1]:9000/jwks", alg: "RS256" }],
    ["http by permission", { "jwks-url": "http://keys:80/", alg: "RS256", "jwks-allow-http": true }],
    ["a set in the description", { key: JSON.stringify({ keys: [oldKey] }), alg: "ES256" }],
    ["a key for one of the algorithms", { key: keysFor("ES384").spki, alg: "ES" }],
  ])("accepts %s", async (_, jwt) => {
    expect(await found(jwt)).toStrictEqual([]);
  });

  test.each([
    ["no algorithm", { "jwks-url": url }, /FLOW1198/],
    ["a secret's algorithm", { "jwks-url": url, alg: "HS" }, /FLOW1198/],
    ["one of them among others", { "jwks-url": url, alg: ["RS256", "HS256"] }, /FLOW1198/],
    ["an unknown one among others", { "jwks-url": url, alg: ["RS256", "RS257"] }, /FLOW1190.*"RS257"/],
    ["an empty list", { "jwks-url": url, alg: [] }, /FLOW1189/],
    ["another protocol", { "jwks-url": "file:///keys.json", alg: "RS256" }, /FLOW1196/],
    ["credentials", { "jwks-url": "https://a:b@login.example/", alg: "RS256" }, /FLOW1196/],
    ["http", { "jwks-url": "http://login.example/", alg: "RS256" }, /FLOW1197/],
    [
      "what only looks like loopback",
      { "jwks-url": "http://127.0.0.1.evil.example/", alg: "RS256" },
      /FLOW1197/,
    ],
    ["no permission", { "jwks-url": "http://a.b/", alg: "RS256", "jwks-allow-http": false }, /FLOW1197/],
    [
      "a permission that is none",
      { "jwks-url": url, alg: "RS256", "jwks-allow-http": 1 },
      /FLOW1\d+.*true or false/,
    ],
    ["no time", { "jwks-url": url, alg: "RS256", "jwks-ttl": 0 }, /from 1 to 86400/],
    ["a time that is no number", { "jwks-url": url, alg: "RS256", "jwks-ttl": "1h" }, /from 1 to 86400/],
    ["too long a time", { "jwks-url": url, alg: "RS256", "jwks-max-stale": 604_801 }, /from 0 to 604800/],
    ["a key beside it", { "jwks-url": url, alg: "RS256", key: { env: "KEY" } }, /FLOW1199 jwks-url/],
    ["a time beside a key", { "jwks-ttl": 60, alg: "RS256", key: { env: "KEY" } }, /FLOW1199 jwks-ttl/],
    ["times alone", { "jwks-ttl": 60, alg: "RS256" }, /FLOW1187/],
    ["another name", { jwks_uri: url, alg: "RS256", key: { env: "KEY" } }, /FLOW1188/],
    ["a set for other algorithms", { key: JSON.stringify({ keys: [oldKey] }), alg: "RS256" }, /FLOW1192/],
    ["a set without keys", { key: '{"keys":[]}', alg: "RS256" }, /FLOW1192/],
    ["a key of another curve", { key: keysFor("ES384").spki, alg: "ES256" }, /FLOW1192/],
  ])("refuses %s", async (_, jwt, message) => {
    expect(await found(jwt)).toStrictEqual([expect.stringMatching(message)]);
  });
});
