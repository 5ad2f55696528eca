import type { Reporter } from "../../diagnostics/reporter.js";
import type { PathItem } from "../../syntax/openapi.js";
import type { YamlEntry } from "../yaml/yaml.js";
import { isBasePath } from "./document/base-path.js";

/** The prefix of all paths: the path of the first server's URL. */
export function readBasePath(entries: readonly YamlEntry[], reporter: Reporter): string {
  const entry = entries.find(({ key }) => key === "basePath");
  if (entry !== undefined) reporter.report(entry.keySpan, "apiBasePathIgnored");
  const [server] = entries.find(({ key }) => key === "servers")?.items ?? [];
  return server === undefined ? "" : serverPath(server, reporter);
}

function serverPath(server: YamlEntry, reporter: Reporter): string {
  const url = server.find("url");
  if (url === undefined) return "";
  const text = url.string;
  if (text === undefined) return checked(url, text, reporter);
  const variables = server.find("variables")?.entries ?? [];
  const defaults = new Map(variables.map((variable) => [variable.key, variable.find("default")?.string]));
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  const missing = names.find((name) => defaults.get(name) === undefined);
  if (missing !== undefined) {
    reporter.report(url.valueSpan, "apiServerUrl", { variable: missing });
    return "";
  }
  const full = text.replace(/\{([^{}]*)\}/g, (_, name: string) => defaults.get(name) ?? "");
  const absolute = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*(.*)$/is.exec(full);
  const path = absolute?.[1] ?? full;
  return path === "" ? "" : checked(url, path, reporter);
}

function checked(entry: YamlEntry, path: string | undefined, reporter: Reporter): string {
  if (isBasePath(path)) return path.replace(/\/$/, "");
  reporter.report(entry.valueSpan, "apiBasePath");
  return "";
}

/** Finds the base path in all paths, which are below it. Where only some have it, it may be meant. */
export function checkBaseTwice(paths: readonly PathItem[], base: string, reporter: Reporter): void {
  const hasBase = ({ pattern }: PathItem) => pattern === base || pattern.startsWith(`${base}/`);
  const [first] = paths;
  if (base !== "" && first !== undefined && paths.every(hasBase))
    reporter.report(first.span, "basePathTwice", { base });
}
