import { createRequire } from "node:module";

type Yaml = typeof import("yaml");

let loaded: Yaml | undefined;

/** Loaded on demand: builds in which flows alone have changed read no YAML. */
export function yaml(): Yaml {
  loaded ??= createRequire(import.meta.url)("yaml") as Yaml;
  return loaded;
}
