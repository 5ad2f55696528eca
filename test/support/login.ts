/** An identity provider for `fixtures/tokens`: it signs tokens, and publishes its keys. */
import { type KeyServer, keyServer, publishes } from "./key-server.js";
import { keyPairToken, keysFor } from "./tokens.js";

const algorithms = ["PS256", "ES256", "ES384", "ES512", "EdDSA"] as const;
const keys = new Map(algorithms.map((name) => [name, keysFor(name)]));
const published = algorithms.map((name) => ({ ...keys.get(name)?.jwk, kid: name, use: "sig", alg: name }));

export function loginToken(algorithm: (typeof algorithms)[number], claims: object = {}): string {
  const { privateKey } = keys.get(algorithm) ?? keysFor(algorithm);
  return keyPairToken({ sub: "ada", aud: ["tokens"], ...claims }, algorithm, privateKey, { kid: algorithm });
}

/** It adds most keys only after it has been asked for the first time. */
export async function loginServer(): Promise<KeyServer> {
  const server = await keyServer();
  server.answer = (outgoing, incoming) => {
    publishes(...published.slice(0, 2))(outgoing, incoming);
    server.answer = publishes(...published);
  };
  return server;
}
