import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageDirectory } from "../../compiler/output/package-directory.js";

/** The version of flowc. */
export function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageDirectory, "package.json"), "utf8")) as {
    version: string;
  };
  return version;
}
