import { posix } from "node:path";
import type { Reporter } from "../diagnostics/reporter.js";
import type { Language } from "../language/language.js";
import { type Config, parseConfig } from "../parse/flow/config.js";
import { descriptionNames } from "../parse/openapi/document/version.js";
import { parseOpenApi } from "../parse/openapi/openapi.js";
import { reportComments } from "../parse/yaml/yaml.js";
import type { Files } from "../source/files.js";
import type { SourceText } from "../source/source-text.js";
import type { ValidationModes } from "../syntax/contract.js";
import type { ApiDescription } from "../syntax/openapi.js";

interface DescriptionReader {
  readonly readDescription: typeof parseOpenApi;
}

export const configPath = "conf/config.xml";

const configured: ValidationModes = { request: "configured", response: "configured" };

/**
 * Finds and reads the API description of a flow directory. Returns `undefined` after reporting that there is
 * none, or that it cannot be read.
 */
export function loadDescription(
  files: Files,
  language: Language,
  reporter: Reporter,
  readers: DescriptionReader = { readDescription: parseOpenApi },
): ApiDescription | undefined {
  const source = files.get(configPath);
  const config = source && parseConfig(source, files, language, reporter);
  const description = config?.definition ?? findDescription(files, reporter);
  if (description === undefined) return undefined;
  return withConfig(description, config, files, reporter, readers);
}

function withConfig(
  description: SourceText,
  config: Config | undefined,
  files: Files,
  reporter: Reporter,
  { readDescription }: DescriptionReader,
): ApiDescription | undefined {
  const validation = config?.validation;
  const api = files.during(description.path, () =>
    readDescription(description, files, reporter, validation && configured),
  );
  return api && { ...api, validation, cors: config?.cors ?? api.cors, ldap: config?.ldap };
}

/** The uppermost directory that could be meant as the flow directory. */
function directoryWithDescription({ names }: Files): string | undefined {
  const found = [...names].filter((name) => descriptionNames.includes(posix.basename(name)));
  return found.map((name) => posix.dirname(name)).sort((a, b) => a.length - b.length)[0];
}

function findDescription(files: Files, reporter: Reporter): SourceText | undefined {
  const present = new Set(files.names);
  const [used, ...others] = descriptionNames.filter((name) => present.has(name));
  const description = used === undefined ? undefined : files.get(used);
  if (used === undefined || description === undefined) {
    reporter.report(undefined, "descriptionMissing", { below: directoryWithDescription(files) });
    return undefined;
  }
  for (const other of others.flatMap((name) => files.get(name) ?? [])) {
    reportComments(other, reporter);
    reporter.report(other.span(0, 0), "descriptionTwice", { used });
  }
  return description;
}
