/** A real LDAP directory on loopback: OpenLDAP's slapd, where it is installed. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Need } from "./needs.js";
import { accepts, onFreePort } from "./servers.js";

export interface RunningDirectory {
  /** `ldap://127.0.0.1:<port>`; clients may use StartTLS. */
  readonly url: string;
  /** `ldaps://127.0.0.1:<port>`. */
  readonly secureUrl: string;
  /** The certificate of the authority that signed that of the server. */
  readonly authority: string;
  stop(): Promise<void>;
}

/** The paths of Debian's packages slapd and openssl. */
const program = "/usr/sbin/slapd";
const openssl = "/usr/bin/openssl";
const schemas = "/etc/ldap/schema";
const modules = "/usr/lib/ldap";

export const ldapDirectory: Need = {
  name: "an LDAP directory: apt-get install slapd openssl",
  isThere: [program, openssl, schemas, modules].every((path) => existsSync(path)),
};

/** Starts a directory with the entries below. */
export async function startDirectory(): Promise<RunningDirectory> {
  const place = mkdtempSync(join(tmpdir(), "flowc-ldap-"));
  mkdirSync(join(place, "data"));
  makeCertificate(place);
  writeFileSync(join(place, "slapd.conf"), configuration(place));
  writeFileSync(join(place, "entries.ldif"), [...entries, ...items].join("\n"));
  const config = ["-f", join(place, "slapd.conf")];
  execFileSync(program, ["-T", "add", "-q", ...config, "-l", join(place, "entries.ldif")]);
  const end = async (server: ChildProcess) => {
    if (server.exitCode === null && server.kill("SIGTERM")) await once(server, "exit");
  };
  const { server, url, secureUrl } = await onFreePort((port) =>
    onFreePort(async (securePort) => {
      const [url, secureUrl] = [`ldap://127.0.0.1:${port}`, `ldaps://127.0.0.1:${securePort}`];
      const server = spawn(program, [...config, "-h", `${url} ${secureUrl}`, "-d", "0"], { stdio: "ignore" });
      for (const deadline = Date.now() + 15_000; !(await accepts(port)); ) {
        if (server.exitCode === null && Date.now() < deadline) continue;
        await end(server);
        throw new Error(`slapd does not answer (exit code ${server.exitCode}).`);
      }
      return { server, url, secureUrl };
    }),
  );
  const stop = async () => {
    await end(server);
    rmSync(place, { recursive: true });
  };
  return { url, secureUrl, authority: join(place, "server.pem"), stop };
}

function makeCertificate(place: string): void {
  const names = ["-subj", "/CN=directory", "-addext", "subjectAltName=IP:127.0.0.1"];
  const files = ["-keyout", join(place, "key.pem"), "-out", join(place, "server.pem")];
  execFileSync(openssl, ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...names, ...files], {
    stdio: "ignore",
  });
}

/**
 * The configuration of slapd. It accepts a bind with a name but no password, and treats the client as
 * anonymous: the standard allows this, and some directories do it.
 */
function configuration(place: string): string {
  return `
include ${schemas}/core.schema
include ${schemas}/cosine.schema
include ${schemas}/inetorgperson.schema
modulepath ${modules}
moduleload back_mdb
allow bind_anon_cred
TLSCertificateFile ${place}/server.pem
TLSCertificateKeyFile ${place}/key.pem
database mdb
suffix dc=test
rootdn cn=admin,dc=test
rootpw "letmein"
directory ${place}/data
`;
}

function person(name: string, ...attributes: readonly string[]): string {
  return [`dn: cn=${name},ou=people,dc=test`, "objectClass: inetOrgPerson", ...attributes, ""].join("\n");
}

const entries: readonly string[] = [
  "dn: dc=test\nobjectClass: dcObject\nobjectClass: organization\no: Test\n",
  "dn: ou=people,dc=test\nobjectClass: organizationalUnit\n",
  "dn: ou=items,dc=test\nobjectClass: organizationalUnit\n",
  person(
    "Ada Lovelace",
    ...["sn: Lovelace", "uid: ada", "userPassword: engine", "telephoneNumber: 1815"],
    ...["mail: ada@example.com", "mail: countess@example.com"],
    // The first bytes of a picture, which are not UTF-8.
    ...["jpegPhoto:: /9j/4A==", "description:: w5xiZXJzZXR6dW5n"],
  ),
  person(
    "Hopper\\2C Grace",
    "sn: Hopper",
    "uid: grace",
    "userPassword: nanosecond",
    "mail: grace@example.com",
  ),
  person("Alan Turing", "sn: Turing", "uid: alan", "mail: alan@example.com"),
];

/** More items than a query returns, by one. */
const items: readonly string[] = Array.from(
  { length: 1001 },
  (_, index) => `dn: cn=item ${index},ou=items,dc=test\nobjectClass: device\n`,
);
