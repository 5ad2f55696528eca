/** Keys in files that `<variable>_FILE` names: they change under a running server. */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { bearer, securedPath, withToken } from "../support/secured.js";
import { served } from "../support/served.js";
import { keyPairToken, keysFor, rsaKeys } from "../support/tokens.js";

const [old, young] = [keysFor("ES256"), keysFor("ES256")];
const token = (one: typeof old, kid?: string) =>
  keyPairToken({ sub: "ada" }, "ES256", one.privateKey, kid === undefined ? {} : { kid });

const app = securedPath(bearer({ key: { env: "TOKEN_KEY" }, alg: "ES256" }));

test("a key takes the place of another one, and a set has both, without a restart", {
  timeout: 180_000,
}, async () => {
  const file = join(scratchDirectory("rotated"), "token.pem");
  /** As Kubernetes does it: the file is there as a whole, or not at all. */
  const write = (text: string) => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  write(`${old.spki}\n`);
  const server = await served(app, { TOKEN_KEY_FILE: file });
  const status = async (sent: string) => {
    const { path = "", headers = {} } = withToken(sent);
    return (await server.get(path, { headers })).status;
  };
  const becomes = (...expected: readonly number[]) =>
    vi.waitFor(
      async () =>
        expect([await status(token(old, "old")), await status(token(young, "young"))]).toEqual(expected),
      { timeout: 30_000, interval: 200 },
    );
  await becomes(200, 403);
  write(
    JSON.stringify({
      keys: [
        { ...old.jwk, kid: "old" },
        { ...young.jwk, kid: "young" },
      ],
    }),
  );
  await becomes(200, 200);
  write(young.spki);
  await becomes(403, 200);
  // Nothing, half of a key, half of a set, and what is no key of the algorithm leave the key before.
  const others = [old.pkcs8, rsaKeys().spki, "abcd", '{"keys":[]}', "/run/secrets/token.pem"];
  for (const broken of ["  \n", old.spki.slice(0, 60), '{ "keys": [ {} ', ...others]) {
    const alerts = () => server.log().split("that can be used: the key before is used further").length;
    const before = alerts();
    write(broken);
    await vi.waitFor(
      async () => {
        await becomes(403, 200);
        expect(alerts()).toBeGreaterThan(before);
      },
      { timeout: 30_000 },
    );
  }
  expect(server.log()).not.toMatch(/BEGIN|eyJ/);
});

test("a file that is not there, and a variable without either", async () => {
  const server = await served(app, { TOKEN_KEY_FILE: "/nowhere/token.pem" });
  const { path = "", headers = {} } = withToken(token(old));
  expect((await server.get(path, { headers })).status).toBe(403);
  await vi.waitFor(() =>
    expect(server.log()).toContain("The file that TOKEN_KEY_FILE names cannot be read, or has no whole key."),
  );
});
