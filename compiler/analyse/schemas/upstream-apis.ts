import { nearest } from "../../../runtime/base/nearest.js";
import { decodeLiteral } from "../../../runtime/base/percent-decode.js";
import { settingOf } from "../../constructs/action-parts/settings.js";
import { definitionName } from "../../constructs/options/request-options.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { UpstreamDescription } from "../../load/upstream-descriptions.js";
import { mayMatch } from "../../parse/openapi/path-pattern.js";
import { type Files, resolvePath } from "../../source/files.js";
import type { Span } from "../../source/source-text.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import type { ApiDescription, PathItem } from "../../syntax/openapi.js";
import { anything, eitherOf, nothing, objectOf, type Schema } from "../../syntax/schema.js";

/** The API descriptions of upstream systems. Requests name them with the option `definition`. */
export class UpstreamApis {
  readonly #used = new Set<string>();
  readonly #paths = new Map<string, string>();

  constructor(
    private readonly descriptions: ReadonlyMap<string, UpstreamDescription>,
    private readonly files: Files,
    private readonly reporter: Reporter,
  ) {}

  /**
   * The schema of the response to a request, for any status. It covers every operation that the request's
   * method and URL can mean, and the system's error document.
   */
  response(config: ObjectNode): Schema | undefined {
    const api = this.definition(config);
    const paths = api?.paths.filter(urlFilter(config, api));
    const operations = paths?.flatMap(({ operations }) => operations).filter(methodFilter(config));
    // A description of schemas alone says nothing of paths.
    if (api !== undefined && api.paths.length > 0 && operations?.length === 0)
      this.#reportUnknown(config, paths?.length !== 0);
    const schemas = operations?.map(({ responseBody }) => responseBody);
    const known = schemas?.filter((schema) => schema !== undefined) ?? [];
    return known.length === 0 || known.length < (schemas?.length ?? 0)
      ? undefined
      : eitherOf([...known, errorDocument]);
  }

  /** Reports a request to a path, or with a method, that the description does not have. */
  #reportUnknown(config: ObjectNode, hasPath: boolean): void {
    const [definition, url, method] = [
      definitionName(config),
      settingOf(config, "url"),
      settingOf(config, "method"),
    ];
    if (url.kind !== "constant" || method.kind === "computed" || definition.kind !== "constant") return;
    const span = hasPath && method.kind === "constant" ? method.span : url.span;
    this.reporter.report(span, "definitionOperation", {
      definition: definition.value,
      method: hasPath ? (method.kind === "constant" ? method.value : "GET") : undefined,
    });
  }

  /** Looks up the API description that a request names with `definition`, and makes it part of the app. */
  definition(config: ObjectNode): ApiDescription | undefined {
    const definition = definitionName(config);
    return definition.kind === "constant" ? this.#open(definition.value, definition.span) : undefined;
  }

  /** The descriptions in use, by the names that requests give them. */
  get byName(): ReadonlyMap<string, ApiDescription> {
    return new Map(
      [...this.#paths].flatMap(([name, path]) => {
        const description = this.descriptions.get(path)?.api;
        return description === undefined ? [] : [[name, description] as const];
      }),
    );
  }

  /**
   * Looks up a description. Reports a missing file, and the findings in the description when it is first
   * used.
   */
  #open(name: string, span: Span): ApiDescription | undefined {
    const path = resolvePath(span.source.path, name);
    if (path === undefined) {
      this.reporter.report(span, "fileOutside", { path: name });
      return undefined;
    }
    const found = this.descriptions.get(path);
    if (found === undefined)
      this.reporter.report(span, "missingFile", { path, nearest: nearest(path, this.files.names) });
    else if (!this.#used.has(path)) this.reporter.add(found.reporter);
    this.#used.add(path);
    const other = this.#paths.get(name);
    if (other !== undefined && other !== path)
      this.reporter.report(span, "definitionTwice", { name, path, other });
    this.#paths.set(name, path);
    return found?.api;
  }
}

/** The document that takes the place of a response if the request fails. */
const errorDocument: Schema = objectOf([["error", anything]], nothing);

/** A filter for the operations whose method the request may have. */
function methodFilter(config: ObjectNode): ({ method }: { readonly method: string }) => boolean {
  const setting = settingOf(config, "method");
  if (setting.kind === "constant") return ({ method }) => method === setting.value.toUpperCase();
  const hasBody = ["post", "body"].some((name) => settingOf(config, name).kind !== "absent");
  return ({ method }) => setting.kind === "computed" || hasBody || method === "GET";
}

/** A filter for the path items that the request's URL may match; all of them if the URL is computed. */
function urlFilter(config: ObjectNode, { basePath }: ApiDescription): (item: PathItem) => boolean {
  const url = settingOf(config, "url");
  if (url.kind !== "constant") return () => true;
  const path = decodeLiteral(/^[^:/?#]*:\/\/[^/?#]*([^?#]*)/.exec(url.value)?.[1] ?? "");
  const base = decodeLiteral(basePath);
  if (!path.startsWith(`${base}/`)) return () => false;
  const segments = path.slice(base.length + 1).split("/");
  return (item) => mayMatch(item, segments);
}
