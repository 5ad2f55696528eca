import { environmentVariable } from "../../base/environment-variables.js";
import { logText, processAlert } from "../../observe/logs/log.js";
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

/** Milliseconds until files are looked at again. */
const age = 1000;

let names = 0;

/** @throws RequestFailure when it is called for the first time, and cannot read them */
export function credentials(sources: CredentialSources): ReadCredentials {
  let last: (Credentials & { readonly texts: string }) | undefined;
  let lookAgain = 0;
  return (bindings) => {
    if (last !== undefined && performance.now() < lookAgain) return last;
    lookAgain = performance.now() + age;
    try {
      const pem = (source: PemSource | undefined) => source && pemOf(source, bindings);
      const options = { cert: pem(sources.certificate), key: pem(sources.key), ca: pem(sources.ca) };
      const texts = JSON.stringify(options);
      if (texts === last?.texts) return last;
      const context = process.getBuiltinModule("node:tls").createSecureContext(options);
      last = { name: `credentials ${++names}`, context, texts };
    } catch {
      const message = "The certificate or the key for an upstream system cannot be read";
      if (last === undefined) throw new RequestFailure("The credentials for the server cannot be used.", 502);
      logText(processAlert("upstream", `${message}: those before are used further.`));
    }
    return last;
  };
}

function pemOf(source: PemSource, bindings: unknown): string {
  const text = "path" in source ? source.path : (environmentVariable(bindings, source.env) ?? "");
  return text.includes("-----BEGIN ") ? text : process.getBuiltinModule("node:fs").readFileSync(text, "utf8");
}
