/** A registry for npm, on loopback: it has the packages that the repository has installed, in the versions of its lock file. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../tools/sources.js";
import { type RunningServer, reply, upstream } from "./servers.js";

/** The directories of each package, by its name and version. */
function installedPackages(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const { packages } = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  const all = new Map<string, Map<string, string>>();
  for (const [path, { version }] of Object.entries(packages)) {
    const [name = ""] = path.split("node_modules/").slice(-1);
    // Those of other systems are not there.
    if (path === "" || !existsSync(join(repository, path, "package.json"))) continue;
    const versions = all.get(name) ?? new Map<string, string>();
    all.set(name, versions.set(version, join(repository, path)));
  }
  return all;
}

/** Serves them by the part of a registry's protocol that `npm install` uses. */
export async function startRegistry(): Promise<RunningServer> {
  const packages = installedPackages();
  const server = await upstream(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", server.url);
    const [name = "", version] = pathname.slice(1).split("/-/").map(decodeURIComponent);
    const versions = packages.get(name);
    const directory = versions?.get(version ?? "");
    if (directory !== undefined) {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      response.end(await packed(directory));
    } else if (versions !== undefined && version === undefined) {
      const manifests = [...versions].map(([version, directory]) => {
        const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as object;
        const tarball = `${server.url}/${name}/-/${version}`;
        return [version, { ...manifest, dist: { tarball } }] as const;
      });
      const [latest] = [...versions.keys()].slice(-1);
      reply(response, 200, { name, "dist-tags": { latest }, versions: Object.fromEntries(manifests) });
    } else reply(response, 404, {});
  });
  return server;
}

async function packed(directory: string): Promise<Buffer> {
  const options = [
    "--exclude=./node_modules",
    "--transform=s,^[.],package,",
    "-cf",
    "-",
    "-C",
    directory,
    ".",
  ];
  const { stdout } = await promisify(execFile)("tar", options, { encoding: "buffer", maxBuffer: 1 << 28 });
  return stdout;
}
