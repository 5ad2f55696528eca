import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scratchDirectory } from "../support/compile.js";

export interface Certificate {
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
}

/** A certificate of that name that signs itself, for `localhost` and 127.0.0.1; with a password, the key is encrypted. */
export function selfSigned(name: string, password?: string): Certificate {
  const directory = scratchDirectory(`certificate-${name}`);
  const path = (file: string) => join(directory, file);
  const secrecy = password === undefined ? ["-nodes"] : ["-passout", `pass:${password}`];
  const subject = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const out = ["-keyout", path("key.pem"), "-out", path("certificate.pem")];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-days", "2", ...secrecy, ...subject, ...out],
    { stdio: "ignore" },
  );
  const text = (file: string) => readFileSync(path(file), "utf8");
  return { certificate: text("certificate.pem"), key: text("key.pem") };
}
