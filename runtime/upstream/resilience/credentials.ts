import { environmentVariable } from "../../base/environment-variables.js";
import { prepareWith } from "../../base/preparations.js";
import { fileText, rereading } from "../../base/reread.js";
import { logProcessAlert } from "../../observe/logs/log.js";
import { RequestFailure } from "../failure.js";

type SecureContext = ReturnType<typeof import("node:tls")["createSecureContext"]>;

/** A path, or the variable of the environment with the PEM itself or with a path. */
export type PemSource = { readonly env: string } | { readonly path: string };

/** `client-certificate` in `x-flow-upstreams`. */
export interface CredentialSources {
  readonly certificate?: PemSource;
  readonly key?: PemSource;
  /** Authorities to trust in place of those that the platform knows. */
  readonly ca?: PemSource;
}

/** Credentials as they are now. Those with another name are others. */
export interface Credentials {
  readonly name: string;
  readonly context: SecureContext;
}

/** Reads the credentials of an upstream system. */
export type ReadCredentials = (bindings: unknown) => Credentials;

let names = 0;

/** @throws RequestFailure when it is called for the first time, and cannot read them */
export function credentials(sources: CredentialSources): ReadCredentials {
  const { certificate, key, ca } = sources;
  const current = rereading(
    [certificate, key, ca]
      .flatMap((source) => source ?? [])
      .map(nameOf)
      .join(", "),
    (bindings) => [certificate, key, ca].map((source) => source && pemOf(source, bindings)),
    ([cert, privateKey, authorities]): Credentials => {
      const { createSecureContext } = process.getBuiltinModule("node:tls");
      const context = createSecureContext({ cert, key: privateKey, ca: authorities });
      return { name: `credentials ${++names}`, context };
    },
    () => {
      const message = "The certificate or the key for an upstream system cannot be read";
      logProcessAlert("upstream", `${message}: those before are used further.`);
    },
  );
  // A process that needs them late has those of its start, should the files be broken by then.
  prepareWith(async () => {
    try {
      current(undefined);
    } catch {
      // Requests that need them say so.
    }
  });
  return (bindings) => {
    try {
      return current(bindings);
    } catch {
      throw new RequestFailure("The credentials for the server cannot be used.", 502);
    }
  };
}

function nameOf(source: PemSource): string {
  return "path" in source ? source.path : source.env;
}

/** @throws Error with a code if there is none */
export function pemOf(source: PemSource, bindings: unknown): string {
  const text = "path" in source ? source.path : environmentVariable(bindings, source.env);
  if (!text) throw Object.assign(new Error(), { code: "it is not set" });
  return text.includes("-----BEGIN ") ? text : fileText(text);
}
