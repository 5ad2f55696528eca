/** Refused tokens: what error flows, clients and the log learn, with challenges and without. */
import { describe, expect, test } from "vitest";
import { send } from "../support/client.js";
import { app, type Files } from "../support/compile.js";
import { bearer, cookie, secured, withToken } from "../support/secured.js";
import { hmacToken } from "../support/tokens.js";

const now = Math.floor(Date.now() / 1000);
const described = (jwt: object, others: object = {}): Files =>
  secured({
    securityDefinitions: {
      Token: bearer({ claims: { iss: "me" }, ...jwt }),
      Session: cookie("session"),
      Other: bearer({ ...jwt, "scope-claim": "roles" }),
    },
    paths: {
      "/x": { security: [{ Token: ["read:a", "write:b"] }], "x-flow": "show.xml" },
      "/either": { security: [{ Session: [] }, { Token: ["read:a"] }], "x-flow": "show.xml" },
      "/both": { security: [{ Token: ["read:a"] }, { Other: ["admin"] }], "x-flow": "show.xml" },
    },
    ...others,
  });
const errorFlow = {
  "error.xml": `<flow><template>{ "reason": {{ $error/reason }}, "status": {{ $error/status }}, "info": {{ $error/info }} }</template></flow>`,
};
const withErrorFlow = (jwt: object): Files => ({
  ...described(jwt, { "x-flow-error": { flow: "error.xml" } }),
  ...errorFlow,
});

const me = { iss: "me" };
const realm = 'Bearer realm="flowc"';
const invalid = `${realm}, error="invalid_token"`;
const lacking = `${realm}, error="insufficient_scope", scope="read:a write:b"`;

/** A token, the reason for the error flow, and the answer with challenges. */
const table: readonly (readonly [
  name: string,
  sent: string | undefined,
  reason: string,
  status: number,
  challenge: string,
])[] = [
  ["no token", undefined, "token", 401, realm],
  ["what is no bearer token", "Basic YTpi", "token", 401, realm],
  ["a corrupt token", "Bearer a.b", "token", 401, invalid],
  ["another secret", `Bearer ${hmacToken(me, "HS256", "x".repeat(64))}`, "token", 401, invalid],
  [
    "another secret, and no scope asked for could be had",
    `Bearer ${hmacToken({ ...me, scope: "" }, "HS256", "x".repeat(64))}`,
    "token",
    401,
    invalid,
  ],
  ["another algorithm", `Bearer ${hmacToken(me, "HS512")}`, "token", 401, invalid],
  [
    "one that has expired, without scopes",
    `Bearer ${hmacToken({ ...me, exp: now - 9 })}`,
    "token",
    401,
    invalid,
  ],
  ["one for later", `Bearer ${hmacToken({ ...me, nbf: now + 99 })}`, "token", 401, invalid],
  ["another claim, without scopes", `Bearer ${hmacToken({ iss: "you" })}`, "token", 401, invalid],
  ["no scopes", `Bearer ${hmacToken(me)}`, "scope", 403, lacking],
  ["one scope of two", `Bearer ${hmacToken({ ...me, scope: "read:a" })}`, "scope", 403, lacking],
];

const asking = (sent: string | undefined, path = "/t/x") => ({
  path,
  ...(sent !== undefined && { headers: { authorization: sent } }),
});

describe.each(table)("%s", (_, sent, reason, status, challenge) => {
  test("the error flow knows the reason, the client does not", async () => {
    const own = await send(await app(withErrorFlow({})), asking(sent));
    expect([own.status, own.headers.get("www-authenticate"), own.json()]).toEqual([
      403,
      null,
      { reason, status: 403, info: [expect.stringMatching(/sent$|field$|header$|Invalid JWT$/)] },
    ]);
    for (const others of [{}, { "x-flow-problems": true }]) {
      const plain = await send(await app(described({}, others)), asking(sent));
      expect([plain.status, plain.headers.get("www-authenticate")]).toEqual([403, null]);
      expect(plain.text).not.toMatch(/reason|scope"/);
    }
  });

  test("with challenges, the answer is that of RFC 6750", async () => {
    for (const files of [described({ challenge: true }), withErrorFlow({ challenge: true })]) {
      const { status: answered, headers, text } = await send(await app(files), asking(sent));
      expect([answered, headers.get("www-authenticate")]).toEqual([status, challenge]);
      expect(text).toContain(`"status":${status}`);
    }
  });
});

test("of several alternatives, one that lacks a scope decides, and each has its challenge", async () => {
  const files = withErrorFlow({ challenge: true });
  const answered = async (path: string, sent?: string) => {
    const { status, headers, json } = await send(await app(files), asking(sent, path));
    return [status, headers.get("www-authenticate"), (json() as { reason: string }).reason];
  };
  expect(await answered("/t/either")).toEqual([401, realm, "token"]);
  expect(await answered("/t/either", `Bearer ${hmacToken(me)}`)).toEqual([
    403,
    `${realm}, error="insufficient_scope", scope="read:a"`,
    "scope",
  ]);
  expect(await answered("/t/both", `Bearer ${hmacToken({ iss: "you" })}`)).toEqual([
    403,
    `${invalid}, ${realm}, error="insufficient_scope", scope="admin"`,
    "scope",
  ]);
});

test("a scope that would end the text of a challenge is left out", async () => {
  const files = secured({
    securityDefinitions: { Token: bearer({ challenge: true }) },
    paths: { "/x": { security: [{ Token: ['a", error="b'] }], "x-flow": "show.xml" } },
  });
  const { headers } = await send(await app(files), withToken(hmacToken({})));
  expect(headers.get("www-authenticate")).toBe(`${realm}, error="insufficient_scope"`);
});

test("the log has the status of the answer", async () => {
  const { log } = await send(
    await app(described({ challenge: true })),
    withToken(hmacToken({}, "HS256", "else")),
  );
  expect(log).toMatchObject([{ topic: "security", severity: "warning", status: 401, code: 3206 }]);
});

test("a key that cannot be used is no matter of scopes", async () => {
  const files = withErrorFlow({ key: { env: "NOT_SET_ANYWHERE" } });
  const { json } = await send(await app(files), withToken(hmacToken(me)));
  expect(json()).toMatchObject({ reason: "token", status: 403 });
});
