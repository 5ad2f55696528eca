import { callsIn, named, possibleMembers, writtenValues } from "../../constructs/action-parts/settings.js";
import { hasPairs } from "../../constructs/bodies/pairs.js";
import { functions } from "../../constructs/functions/index.js";
import { properties } from "../../constructs/options/properties.js";
import { type UrlValue, urlsOf } from "../../constructs/options/urls.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { UpstreamRequest } from "../../language/action-definition.js";
import type { Span } from "../../source/source-text.js";
import { allItems, alternatives, type JsonNode, type ObjectNode } from "../../syntax/json-template.js";
import type { VariableNames } from "../slices/slices.js";
import { merged, type Pieces } from "./pieces.js";
import type { UrlTexts } from "./url-text.js";

/** Proves that a URL begins as one of HTTP, as far as the flows write it, and that no name stands in it for its value. */
export function checkForms(
  { part, value }: UrlValue,
  texts: UrlTexts,
  variables: VariableNames,
  reporter: Reporter,
): void {
  if (part === "server") return;
  for (const leaf of "parts" in value ? [value] : alternatives(value)) {
    const written = "parts" in leaf ? texts.ofAttribute(leaf) : texts.ofJson(leaf);
    const placeholder =
      ("parts" in leaf ? undefined : placeholderIn(leaf, variables)) ?? placeholderAmong(written);
    if (placeholder !== undefined) reporter.report(leaf.span, "urlPlaceholder", placeholder);
    else if (part === "url") {
      if (!("parts" in leaf)) checkServer(leaf, reporter);
      checkStart(written, leaf.span, reporter);
      checkPath(written, leaf.span, reporter);
    }
  }
}

/** Finds slashes that are one too many, backslashes, and what is not sent. */
function checkPath(alternatives: readonly Pieces[], span: Span, reporter: Reporter): void {
  for (const pieces of alternatives) {
    const text = shapeOf(pieces);
    const [fragment] = /#.*/s.exec(text) ?? [];
    const [slashes] = /(?<![:/])\/{2,}|\\+/.exec(text.replace(/[?#].*/s, "")) ?? [];
    if (slashes !== undefined) reporter.report(span, "urlSlashes", { text: slashes });
    if (fragment !== undefined) reporter.report(span, "urlFragment", { text: fragment });
    const [, scheme = "", port = ""] = /^(https?):\/\/[^/?#]*:(80|443)(?=[/?#]|$)/.exec(text) ?? [];
    if ((scheme === "http" && port === "443") || (scheme === "https" && port === "80"))
      reporter.report(span, "urlPort", { scheme, port, other: scheme === "http" ? "https" : "http" });
    if (slashes !== undefined || fragment !== undefined) return;
  }
}

/** A URL with `…` for what is not known. The value of an environment variable is taken for all that begins a URL. */
function shapeOf(pieces: Pieces): string {
  return merged(pieces)
    .map((piece, index) => {
      if (piece.kind === "constant") return piece.text;
      if (piece.kind === "client-path") return "/…";
      const isScheme =
        index === 0 && piece.kind === "unknown" && /scheme|proto/i.test(piece.environment ?? "");
      return isScheme || (index === 0 && piece.kind === "unknown" && piece.environment === undefined)
        ? ":"
        : "…";
    })
    .join("");
}

/** Finds a path right behind the name of the server: constants, or what an environment variable names. */
function checkServer(value: JsonNode, reporter: Reporter): void {
  for (const call of callsIn(value)) {
    if (functions.get(call.name)?.keepsText !== "joined") continue;
    const [server, path] = call.arguments;
    if (server?.kind !== "literal" || path?.kind !== "literal") continue;
    const [, host = ""] = /^https?:\/\/([^/?#:]+)$/i.exec(server.value) ?? [];
    if (host !== "" && /^[\w-]+(\/|$)/.test(path.value))
      reporter.report(path.span, "joinedHost", {
        text: path.value,
        host: `${host}${path.value.replace(/\/.*/s, "")}`,
      });
  }
}

function checkStart(alternatives: readonly Pieces[], span: Span, reporter: Reporter): void {
  for (const pieces of alternatives) {
    const [first, ...others] = merged(pieces);
    if (first?.kind !== "constant" || first.text === "" || isUrlStart(first.text, others.length === 0))
      continue;
    reporter.report(span, "urlForm", { text: others.length === 0 ? first.text : `${first.text}…` });
    return;
  }
}

function isUrlStart(text: string, isWhole: boolean): boolean {
  const start = text.trimStart().toLowerCase();
  if (/^https?:\/*https?:\//.test(start)) return false;
  if (isWhole) return /^https?:/.test(start) && URL.canParse(text);
  return /^https?:/.test(start) || "https://".startsWith(start) || "http://".startsWith(start);
}

/** A parameter as routes write it, in the path that flows write: `{id}` or `:id`. */
function placeholderAmong(alternatives: readonly Pieces[]): Placeholder | undefined {
  for (const pieces of alternatives) {
    const [, text] =
      /(?<=\/)(\{[A-Za-z_][\w-]*\}|:[A-Za-z_]\w*)(?=\/|$)/.exec(shapeOf(pieces).replace(/[?#].*/s, "")) ?? [];
    if (text !== undefined) return { text, expression: "urlencode(…)" };
  }
  return undefined;
}

interface Placeholder {
  readonly text: string;
  /** The expression that computes what is meant. */
  readonly expression: string;
}

/** `{name}` as in the paths of API descriptions, or the name of a variable that there is. */
function placeholderIn(value: JsonNode, variables: VariableNames): Placeholder | undefined {
  if (value.kind !== "constant" || typeof value.value !== "string") return undefined;
  const [braces] = /\{[A-Za-z_][\w-]*\}/.exec(value.value) ?? [];
  if (braces !== undefined) return { text: braces, expression: "urlencode(…)" };
  // Some APIs have parameters such as `$filter=`.
  for (const [reference, name = ""] of value.value.matchAll(/\$([A-Za-z_][\w-]*)(?:\/[\w/-]*)?(?![\w=-])/g))
    if (variables.has(name)) return { text: reference, expression: `urlencode(${reference})` };
  return undefined;
}

/** Finds a query in a URL that another one takes the place of. */
export function checkQuery(request: UpstreamRequest, texts: UrlTexts, reporter: Reporter): void {
  const query = request.config && named(request.config, "query")?.value;
  if (query === undefined || !writtenValues(query).some(hasPairs)) return;
  for (const { part, value } of urlsOf(request)) {
    const written = "parts" in value ? texts.ofAttribute(value) : texts.ofJson(value);
    if (part === "url" && written.some((pieces) => shapeOf(pieces).includes("?")))
      reporter.report(value.span, "idleMember", { name: "the query of url", other: "query" });
  }
}

/** Finds variables in the texts of a request, beside its URL: nothing is filled in there. */
export function checkTexts(config: ObjectNode, variables: VariableNames, reporter: Reporter): void {
  const check = (value: JsonNode, isBody: boolean): void => {
    for (const written of writtenValues(value)) {
      if (written.kind === "object")
        for (const { name, value: inner } of possibleMembers(written.members))
          if (name !== "src") check(inner, isBody);
      if (written.kind === "array") for (const item of allItems(written.items)) check(item, isBody);
      if (written.kind !== "constant" || typeof written.value !== "string") continue;
      const name = variableIn(written.value, variables, isBody);
      const isAlone = !/\s/.test(written.value);
      if (name !== undefined)
        reporter.report(written.span, "variableInText", { name, isAlone, isTemplate: true });
    }
  };
  for (const { name, value } of possibleMembers(config.members))
    if (properties[name]?.part === undefined && name !== "id") check(value, name === "body");
}

/** Bodies may be texts that others fill in. */
function variableIn(text: string, variables: VariableNames, isBody: boolean): string | undefined {
  const [, path, name = ""] = /^\$(([A-Za-z_][\w-]*)(?:\/[\w-]+)*)$/.exec(text) ?? [];
  if (variables.has(name)) return path;
  if (isBody) return undefined;
  const [, read, shell] =
    /\$(?:((?:env|request|upstream|jwt)\/[\w/-]*\w)|\{([A-Z][A-Z0-9_]*)\})/.exec(text) ?? [];
  return read ?? (shell && `env/${shell}`);
}
