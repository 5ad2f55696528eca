import type { Reporter } from "../../diagnostics/reporter.js";
import type { PathItem } from "../../syntax/openapi.js";
import type { YamlEntry, YamlFile } from "../yaml/yaml.js";

/** The prefix of all paths: `basePath` in Swagger 2.0, the path of the first server's URL in OpenAPI 3. */
export function readBasePath(file: YamlFile, entries: readonly YamlEntry[], reporter: Reporter): string {
  const entry = entries.find(({ key }) => key === "basePath");
  if (entries.every(({ key }) => key !== "openapi")) {
    if (entry === undefined || file.isNull(entry.value)) return "";
    return checked(file, entry, file.string(entry.value), reporter);
  }
  if (entry !== undefined) reporter.report(entry.keySpan, "apiBasePathIgnored");
  return serverPath(file, entries, reporter);
}

function serverPath(file: YamlFile, entries: readonly YamlEntry[], reporter: Reporter): string {
  const servers = entries.find(({ key }) => key === "servers");
  const [first] = (servers && file.items(servers.value)) ?? [];
  const server = first === undefined ? [] : (file.entries(first) ?? []);
  const url = server.find(({ key }) => key === "url");
  if (url === undefined) return "";
  const text = file.string(url.value);
  if (text === undefined) return checked(file, url, text, reporter);

  const variables = server.find(({ key }) => key === "variables");
  const defaults = new Map(
    ((variables && file.entries(variables.value)) ?? []).map(({ key, value }) => [
      key,
      file.string(file.entries(value)?.find((member) => member.key === "default")?.value ?? null),
    ]),
  );
  const missing = [...text.matchAll(/\{([^{}]*)\}/g)].find(
    ([, name = ""]) => defaults.get(name) === undefined,
  );
  if (missing !== undefined) {
    reporter.report(file.valueSpan(url), "apiServerUrl", { variable: missing[1] });
    return "";
  }
  const full = text.replace(/\{([^{}]*)\}/g, (_, name: string) => defaults.get(name) ?? "");
  const absolute = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*(.*)$/is.exec(full);
  const path = absolute?.[1] ?? full;
  return path === "" ? "" : checked(file, url, path, reporter);
}

function checked(file: YamlFile, entry: YamlEntry, path: string | undefined, reporter: Reporter): string {
  if (path === "") return "";
  if (path?.startsWith("/") && !/[?#\\{}*]/.test(path)) return path.replace(/\/$/, "");
  reporter.report(file.valueSpan(entry), "apiBasePath");
  return "";
}

/** Finds the base path in all paths, which are below it. Where only some have it, it may be meant. */
export function checkBaseTwice(paths: readonly PathItem[], base: string, reporter: Reporter): void {
  const hasBase = ({ pattern }: PathItem) => pattern === base || pattern.startsWith(`${base}/`);
  const [first] = paths;
  if (base !== "" && first !== undefined && paths.every(hasBase))
    reporter.report(first.span, "basePathTwice", { base });
}
