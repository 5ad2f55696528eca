import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import type { Case } from "./cases.js";
import { bundleByHand, flowc, freshDirectory, write } from "./project.js";
import { race } from "./race.js";
import type { Table } from "./table.js";

const target = 0.9;
const secret = "a secret of 32 bytes for HS256 !";

const scheme = (jwt: object): object => ({
  type: "apiKey",
  in: "header",
  name: "Authorization",
  "x-flow-jwt": jwt,
});

const description = {
  swagger: "2.0",
  basePath: "/api",
  securityDefinitions: {
    Hmac: scheme({ key: { env: "SECRET" } }),
    Rsa: scheme({ key: { env: "PUBLIC_KEY" }, alg: "RS256" }),
  },
  paths: {
    "/open": { "x-flow": "open.xml" },
    "/hmac": { security: [{ Hmac: [] }], "x-flow": "me.xml" },
    "/rsa": { security: [{ Rsa: [] }], "x-flow": "me.xml" },
  },
};

/** Requests per second with a token in each, beside `hono/jwt`. */
export async function* jwt(quick: boolean): AsyncIterable<Table> {
  const flows = freshDirectory("jwt-flows");
  write(flows, {
    "swagger.yaml": JSON.stringify(description),
    "open.xml": `<flow><template>{ "user": null }</template></flow>`,
    "me.xml": `<flow><template>{ "user": {{ $jwt/sub }} }</template></flow>`,
  });
  const out = freshDirectory("jwt");
  await flowc(flows, out);
  const byHand = await bundleByHand("jwt.ts", `${out}/by-hand/server.cjs`);
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const cases: readonly Case[] = [
    tokenCase("HS256", "/api/hmac", (input) => createHmac("sha256", secret).update(input).digest()),
    tokenCase("RS256", "/api/rsa", (input) => sign("sha256", Buffer.from(input), privateKey)),
  ];
  const env = { PUBLIC_KEY: publicKey.export({ format: "pem", type: "spki" }) as string };
  yield await race({
    title: "jwt: requests per second with a token",
    directory: out,
    probe: "/api/open",
    cases,
    generated: { script: `${out}/server.js`, env: { ...env, SECRET: encoded(secret) } },
    opponents: [{ name: "hono/jwt", script: byHand, env: { ...env, SECRET: secret }, target }],
    quick,
  });
}

function tokenCase(algorithm: string, path: string, signature: (input: string) => Uint8Array): Case {
  const exp = Math.floor(Date.now() / 1000) + 86_400;
  const claims = { sub: "ada", iss: "https://login.example", scope: "read write", exp };
  const input = [{ typ: "JWT", alg: algorithm }, claims]
    .map((part) => encoded(JSON.stringify(part)))
    .join(".");
  const authorization = `Bearer ${input}.${encoded(signature(input))}`;
  return { name: `a token, ${algorithm}`, method: "GET", path, headers: { authorization }, status: 200 };
}

const encoded = (content: string | Uint8Array): string => Buffer.from(content).toString("base64url");
