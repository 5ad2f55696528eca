/**
 * Keys that cannot be used, wherever they come from: the process does not start and names the variable, `flowc doctor` says
 * so, too, and the build refuses constants, all with the same reason.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { signatureAlgorithms } from "../../runtime/security/jwt/jwt-algorithms.js";
import { describeDiagnostic, diagnose, scratchDirectory } from "../support/compile.js";
import { eventLines } from "../support/event-line.js";
import { flowc } from "../support/project.js";
import { bearer, securedPath, withToken } from "../support/secured.js";
import { built, refused, served } from "../support/served.js";
import { bare, hmacToken, keyPairToken, keysFor, rsaKeys } from "../support/tokens.js";

const bytesOf = (algorithm: string): number => Number(algorithm.slice(2)) / 8;
const secretOf = (bytes: number, encoding: BufferEncoding = "base64url") =>
  Buffer.from("Aé?>".repeat(20)).subarray(0, bytes).toString(encoding);
const isSymmetric = (algorithm: string): boolean => algorithm.startsWith("HS");
const pairs = new Map(
  signatureAlgorithms.map((name) => [name, isSymmetric(name) ? undefined : keysFor(name)]),
);
const other = keysFor("ES256");
const short = rsaKeys(1024);

/** The name of a fault, the text of the key, and the reason that it is refused for. */
type Fault = readonly [name: string, key: string, reason: string];

/** A key of each algorithm, in its forms. */
function rightKeys(algorithm: string): readonly string[] {
  const pair = pairs.get(algorithm);
  if (pair !== undefined)
    return [pair.spki, bare(pair.spki), JSON.stringify(pair.jwk), JSON.stringify({ keys: [pair.jwk] })];
  const secret = secretOf(bytesOf(algorithm));
  const plain = secretOf(bytesOf(algorithm), "base64");
  return [
    secret,
    plain,
    `${plain.slice(0, 20)}\n${plain.slice(20)}`,
    JSON.stringify({ kty: "oct", k: secret }),
  ];
}

function faults(algorithm: string): readonly Fault[] {
  const pair = pairs.get(algorithm);
  if (pair !== undefined) {
    const kind = /^ES/.test(algorithm) ? "elliptic curve" : /^Ed/.test(algorithm) ? "Ed25519" : "RSA";
    const noKey = `The key is no ${kind} key in PEM, or protected by a password.`;
    const isRsa = kind === "RSA";
    return [
      ["a path", "/run/secrets/token.pem", noKey],
      ["a secret", secretOf(64), noKey],
      ["the private key", pair.pkcs8, "Verifying needs the public key."],
      ["a key of another kind", isRsa ? other.spki : short.spki, `The key cannot be used for ${algorithm}.`],
      ...(isRsa ? ([["a short key", short.spki, "An RSA key needs at least 2048 bits."]] as const) : []),
      ["a set without keys", '{"keys":[]}', "The key set has no key that can verify tokens."],
    ];
  }
  const bits = bytesOf(algorithm) * 8;
  const tooShort = `The key is shorter than the ${bits} bits that ${algorithm} needs.`;
  const path = "The key looks like the path of a file. In Base64URL, / is _.";
  return [
    ["four letters", "abcd", tooShort],
    ["a byte less than the hash has", secretOf(bits / 8 - 1), tooShort],
    ["the same as a JSON Web Key", JSON.stringify({ kty: "oct", k: secretOf(bits / 8 - 1) }), tooShort],
    ["a path", "/run/secrets/k", path],
    ["a long path", `/run/secrets/${"Token2/".repeat(12)}k`, path],
    ["a long path without a slash before it", `secrets/${"token/".repeat(14)}k`, path],
    ["a path with a dot", `./${"secrets/".repeat(12)}k`, "The key is no Base64URL."],
    ["a passphrase", "correct horse battery staple ".repeat(4).trim(), "The key is no Base64URL."],
    ["an expression", `$env/${"TOKEN_KEY".repeat(10)}`, "The key is no Base64URL."],
    ["both alphabets of Base64", "+-".repeat(50), "The key is no Base64URL."],
    ["a letter too much", "a".repeat(101), "The key is no Base64URL."],
    ["a public key", bare(other.spki), `A public or private key is no key for ${algorithm}.`],
    ["a set", JSON.stringify({ keys: [other.jwk] }), `A key of the set cannot be used for ${algorithm}.`],
  ];
}

const table = signatureAlgorithms.flatMap((algorithm) =>
  faults(algorithm).map(([name, key, reason]) => ({ algorithm, name, key, reason })),
);

const directory = scratchDirectory("key-faults");
let files = 0;
const file = (text: string): string => {
  const path = join(directory, `key-${++files}`);
  writeFileSync(path, text);
  return path;
};

/** Each start of a process takes a while. */
const startTable = table.filter(({ algorithm }) => /^[HRE]S256/.test(algorithm));

/** The start of the app, whose key and algorithm are variables. */
const scheme = bearer({ key: { env: "TOKEN_KEY" }, alg: { env: "TOKEN_ALG" } });
const app = securedPath(scheme);

const messagesOf = (log: string) => eventLines(log).map(({ message }) => message);

describe("a key that is right", () => {
  test.each(signatureAlgorithms)(
    "for %s starts the app, in each form and from each source",
    async (algorithm) => {
      const pair = pairs.get(algorithm);
      const token =
        pair === undefined
          ? hmacToken({ sub: "ada" }, algorithm, Buffer.from(secretOf(bytesOf(algorithm)), "base64url"))
          : keyPairToken({ sub: "ada" }, algorithm, pair.privateKey);
      const { path, headers } = withToken(token);
      for (const [index, key] of rightKeys(algorithm).entries()) {
        if (!isSymmetric(algorithm) && index > 1) continue;
        const source: Record<string, string> =
          index % 2 === 0 ? { TOKEN_KEY: key } : { TOKEN_KEY_FILE: file(`${key}\r\n`) };
        const server = await served(app, { TOKEN_ALG: algorithm, ...source });
        expect(server.log()).not.toContain("cannot be used");
        expect((await server.get(path, { headers })).status).toBe(200);
      }
    },
  );
});

describe("a key that is wrong", () => {
  test.each(startTable)("ends the process: $name for $algorithm", async ({ algorithm, key, reason }) => {
    const [inVariable, inFile] = await Promise.all([
      refused(app, { TOKEN_ALG: algorithm, TOKEN_KEY: key }),
      refused(app, { TOKEN_ALG: algorithm, TOKEN_KEY_FILE: file(`${key}\n`) }),
    ]);
    expect([inVariable.code, messagesOf(inVariable.log)]).toEqual([
      2,
      [`TOKEN_KEY cannot be used: ${reason} The path of a file belongs into TOKEN_KEY_FILE.`],
    ]);
    expect([inFile.code, messagesOf(inFile.log)]).toEqual([
      2,
      [`The file that TOKEN_KEY_FILE names cannot be used: ${reason}`],
    ]);
  });

  test.each(table)("is an error of the build: $name for $algorithm", async ({ algorithm, key, reason }) => {
    const found = async (jwt: object, others: Record<string, string> = {}) =>
      (await diagnose(securedPath(bearer({ alg: algorithm, ...jwt }), others)))
        .map(describeDiagnostic)
        .filter((line) => line.includes(" error "));
    const error = expect.stringContaining(`FLOW1192 This key cannot be used: ${reason}`);
    expect(await found({ key })).toEqual([error]);
    expect(await found({ key: { file: "keys/token" } }, { "keys/token": `${key}\n` })).toEqual([error]);
    if (!isSymmetric(algorithm)) return;
    for (const call of [
      `jwt-encode('{}', '${key}', 0, '${algorithm}')`,
      `jwt-decode('', '${key}', '${algorithm}')`,
    ]) {
      const flow = `<flow><template>{{ ${call} }}</template></flow>`;
      const lines = await found({ key: rightKeys(algorithm)[0] }, { "show.xml": flow });
      // Functions know no sets of secrets.
      const isSet = key.startsWith('{"keys"');
      expect(lines).toEqual([isSet ? expect.stringContaining("FLOW1192") : error]);
    }
  });

  test.each([
    ["TOKEN_KEY_FILE", directory, "cannot be read, or has no whole key"],
    ["TOKEN_KEY_FILE", file(" \n"), "cannot be read, or has no whole key"],
    ["TOKEN_KEY_FILE", file(other.spki.slice(0, 60)), "cannot be read, or has no whole key"],
    ["TOKEN_KEY_FILE", file('{"keys": [{'), "cannot be read, or has no whole key"],
    ["TOKEN_ALG", "none", "TOKEN_ALG cannot be used: There is no such algorithm."],
  ])("%s=%s ends the process", async (name, value, reason) => {
    const { code, log } = await refused(app, { TOKEN_ALG: "ES256", TOKEN_KEY: "", [name]: value });
    expect([code, log]).toEqual([2, expect.stringContaining(reason)]);
    expect(log).toContain(name);
  });

  test("ends the primary process of several, too", async () => {
    const env = { TOKEN_ALG: "HS256", TOKEN_KEY: "/run/secrets/k", FLOW_WORKERS: "2" };
    const { code, log } = await refused(app, env);
    expect([code, messagesOf(log)]).toEqual([2, [expect.stringMatching(/^TOKEN_KEY cannot/)]]);
  });

  test("is one of a family that fits none of its algorithms", async () => {
    const one = await served(app, { TOKEN_ALG: "HS", TOKEN_KEY: secretOf(40) });
    expect(one.url).not.toBe("");
    const { code, log } = await refused(app, { TOKEN_ALG: "HS384 HS512", TOKEN_KEY: secretOf(40) });
    expect([code, log]).toEqual([2, expect.stringContaining("the 384 bits that HS384 needs")]);
  });

  test("is no matter where the variable is not set: then nobody passes", async () => {
    const server = await served(app, { TOKEN_ALG: "HS256" });
    const { path, headers } = withToken(hmacToken({}));
    expect((await server.get(path, { headers })).status).toBe(403);
  });

  test("is told by flowc doctor", async () => {
    const asked = async (environment: Record<string, string>) => {
      for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
      const { code, stdout } = await flowc("doctor", await built(app));
      vi.unstubAllEnvs();
      return [code, stdout];
    };
    expect(await asked({ TOKEN_ALG: "HS256", TOKEN_KEY: "/run/secrets/k" })).toEqual([
      1,
      expect.stringMatching(/wrong +settings +TOKEN_KEY cannot be used: The key looks like the path/),
    ]);
    expect(await asked({ TOKEN_ALG: "HS256", TOKEN_KEY: secretOf(32) })).toEqual([
      0,
      expect.stringContaining("all are right"),
    ]);
  });
});

test("a key set at a URL of a variable ends the process, too, if nothing can come from there", async () => {
  const jwt = bearer({ key: undefined, "jwks-url": { env: "KEYS" }, alg: { env: "TOKEN_ALG" } });
  const log = async (KEYS: string, TOKEN_ALG: string) => {
    const { code, log: text } = await refused(securedPath(jwt), { KEYS, TOKEN_ALG });
    expect(code).toBe(2);
    return messagesOf(text).join("\n");
  };
  expect(await log("http://login.example/keys", "RS256")).toMatch(/^KEYS cannot be used: .* not secure/);
  expect(await log("login.example", "RS256")).toMatch(/^KEYS cannot be used: .* none of http/);
  expect(await log("https://login.example/keys", "HS256")).toMatch(/^KEYS cannot be used: .* are public/);
});
