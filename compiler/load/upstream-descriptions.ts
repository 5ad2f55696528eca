import { definitionOf } from "../constructs/actions/index.js";
import { definitionOption } from "../constructs/options/request-options.js";
import { Reporter } from "../diagnostics/reporter.js";
import { parseOpenApi } from "../parse/openapi/openapi.js";
import { type Files, resolvePath } from "../source/files.js";
import type { SourceText } from "../source/source-text.js";
import type { ValidationModes } from "../syntax/contract.js";
import type { Action } from "../syntax/flow.js";
import type { AppFlow } from "../syntax/flow-summary.js";
import type { JsonMember, JsonNode } from "../syntax/json-template.js";
import type { ApiDescription } from "../syntax/openapi.js";
import { actionsOf } from "../syntax/statements.js";
import type { Template } from "../syntax/template.js";
import { templateTexts } from "../syntax/visit-template.js";

export interface UpstreamDescription {
  /** `undefined` if it cannot be read. */
  readonly api: ApiDescription | undefined;
  /**
   * Holds the findings in its schemas until a request is known to use them. Findings in its routing do not
   * matter here.
   */
  readonly reporter: Reporter;
}

/**
 * Parses the API descriptions of upstream systems that requests name with the option `definition`. What a
 * template yields is not known yet, so this takes every file that is named by a string in a template with
 * that option.
 */
export function upstreamDescriptions(
  flows: Iterable<AppFlow>,
  files: Files,
  readUpstream = readUpstreamDescription,
): ReadonlyMap<string, UpstreamDescription> {
  const found = new Map<string, UpstreamDescription>();
  for (const { name, from } of [...flows].flatMap((flow) => namesIn(flow))) {
    const path = resolvePath(from, name);
    const source = path === undefined || found.has(path) ? undefined : files.get(path);
    if (path === undefined || source === undefined) continue;
    found.set(
      path,
      files.during(path, () => readUpstream(source, files)),
    );
  }
  return found;
}

export function readUpstreamDescription(source: SourceText, files: Files): UpstreamDescription {
  const reporter = new Reporter();
  return { api: parseOpenApi(source, files, new Reporter(), everything, reporter), reporter };
}

/** Reads all contracts, since each request says itself what it validates. */
const everything: ValidationModes = { request: true, response: true };

/** A string, and the file that contains it. */
interface Named {
  readonly name: string;
  readonly from: string;
}

/** A flow that names any always has its tree. */
export const namesIn = (flow: AppFlow): readonly Named[] =>
  flow.kind === "flow" ? actionsOf(flow.statements).flatMap(namedIn) : [];

function namedIn(action: Action): readonly Named[] {
  const definition = definitionOf(action);
  if (definition.requests === undefined) return [];
  const { templates = [] } = definition.facts?.(action) ?? {};
  const constant = templates.length > 0 ? [] : definition.requests(action, () => ({ kind: "empty" }));
  return [
    ...templates.flatMap(inTemplate),
    ...constant.flatMap(({ config }) => (config ? inJson(config) : [])),
  ];
}

function inTemplate(template: Template): readonly Named[] {
  const texts = templateTexts(template);
  if (!texts.some((text) => text.includes(`"${definitionOption}"`))) return [];
  // Text between two quotes is a string, or lies between two strings.
  return texts
    .flatMap((text) => text.split('"'))
    .flatMap((content) => stringOf(content) ?? [])
    .map((name) => ({ name, from: template.span.source.path }));
}

/** Decodes the content of a JSON string; `undefined` if it is invalid. */
function stringOf(content: string): string | undefined {
  if (!content.includes("\\")) return content;
  try {
    return JSON.parse(`"${content}"`) as string;
  } catch {
    return undefined;
  }
}

/** The strings in a configuration without templates. */
function inJson(json: JsonNode): readonly Named[] {
  if (json.kind === "constant")
    return typeof json.value === "string" ? [{ name: json.value, from: json.span.source.path }] : [];
  return json.kind === "object" ? json.members.flatMap(inMember) : [];
}

function inMember(member: JsonMember): readonly Named[] {
  return member.kind === "member" && member.name !== "url" ? inJson(member.value) : [];
}
