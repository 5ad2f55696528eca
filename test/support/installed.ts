/** flowc as npm packs it, installed in an empty project without a network. */
import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { freshBuild } from "../tools/fresh-build.js";
import { type Finished, repository, run } from "./project.js";

const exec = promisify(execFile);

export interface InstalledPackage {
  /** The project that flowc is installed in. */
  readonly project: string;
  readonly tarball: string;
  /** Runs `flowc …` in the project, as its scripts do. */
  flowc(...args: readonly string[]): Promise<Finished>;
  remove(): void;
}

/**
 * Packs flowc as it is built, and unpacks it in a project. Beside it are its dependencies and those of the user: links to
 * what the repository has installed.
 * @param others packages that the user has installed: optional peers, for example
 */
export async function installPackage(others: readonly string[] = []): Promise<InstalledPackage> {
  await freshBuild();
  const folder = mkdtempSync(join(tmpdir(), "flowc-package-"));
  const project = join(folder, "project");
  const installed = join(project, "node_modules/flowc");
  mkdirSync(installed, { recursive: true });
  holder[key] ??= pack();
  const tarball = await holder[key];
  await exec("tar", ["-xzf", tarball, "--strip-components=1", "-C", installed]);
  for (const name of [...Object.keys(readManifest(installed).dependencies), ...others]) {
    const place = join(project, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    if (!existsSync(place)) symlinkSync(join(repository, "node_modules", name), place);
  }
  writeFileSync(join(project, "package.json"), '{ "name": "project", "private": true, "type": "module" }\n');
  return {
    project,
    tarball,
    flowc: (...args) => run([join(installed, readManifest(installed).bin.flowc), ...args], project),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The package as it is packed. The modules in `test/` are evaluated anew for each file; all files of a process use the same. */
const key = Symbol.for("flowc test: packed");
const holder = globalThis as { [key]?: Promise<string> };

async function pack(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "flowc-packed-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // The work of `prepare` is done.
  const options = ["--ignore-scripts", "--offline", "--pack-destination", folder];
  await exec("npm", ["pack", ...options], { cwd: repository, maxBuffer: 1 << 26 });
  return join(folder, `flowc-${readManifest(repository).version}.tgz`);
}

interface Manifest {
  readonly version: string;
  readonly bin: { readonly flowc: string };
  readonly dependencies: Readonly<Record<string, string>>;
}

const readManifest = (directory: string): Manifest =>
  JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Manifest;
