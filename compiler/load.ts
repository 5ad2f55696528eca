import type { Reporter } from "./diagnostics/reporter.js";
import type { Files } from "./files.js";
import { parseOpenApi } from "./parse/openapi.js";
import { reportComments } from "./parse/yaml.js";
import type { ApiDescription } from "./syntax/openapi.js";

/** The names of the API description, the preferred one first. */
const descriptionNames = ["swagger", "openapi"].flatMap((name) =>
  ["yaml", "yml", "json"].map((extension) => `${name}.${extension}`),
);

/** The API description of a flow directory; reported where there is none that can be read. */
export function loadDescription(files: Files, reporter: Reporter): ApiDescription | undefined {
  const present = new Set(files.names);
  const [used, ...others] = descriptionNames.filter((name) => present.has(name));
  const description = used === undefined ? undefined : files.get(used);
  if (used === undefined || description === undefined) {
    reporter.report(undefined, "descriptionMissing");
    return undefined;
  }
  for (const other of others.flatMap((name) => files.get(name) ?? [])) {
    reportComments(other, reporter);
    reporter.report(other.span(0, 0), "descriptionTwice", { used });
  }
  return parseOpenApi(description, files, reporter);
}
