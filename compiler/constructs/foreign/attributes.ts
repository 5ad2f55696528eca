import { proxyProperties, requestProperties } from "../options/properties.js";
import { requestOptions } from "../options/request-options.js";

/** The names of attributes in other languages, in lower case: the first that the element has is meant. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...["test", "condition", "when", "cond", "if"].map((name) => [name, ["if", "test"]] as const),
  ...["name", "id"].map((name) => [name, ["content", "request", "out"]] as const),
  ...["var", "variable", "to", "result", "as", "target"].map((name) => [name, ["out"]] as const),
  ...["from", "input", "source", "select", "context"].map((name) => [name, ["in"]] as const),
  ...["file", "href", "path", "uri", "flow", "template", "stylesheet"].map(
    (name) => [name, ["src"]] as const,
  ),
  ["status", ["code"]],
  ["value", ["code"]],
  ["code", ["status"]],
  ...["content-type", "type", "mimetype", "mime-type"].map((name) => [name, ["mime"]] as const),
]);

/** The members of the JSON that actions take. */
const members: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["request", new Set(Object.keys(requestProperties))],
  ["proxy-request", new Set(Object.keys(proxyProperties))],
  ["error", new Set(["message", "code", "info"])],
]);

/** Actions whose JSON has names of the author's choice. */
const ownNames: ReadonlySet<string> = new Set(["set-response-headers", "log", "requests"]);

/** Says what to write for an attribute that an element does not have. */
export function attributeAdvice(
  element: string,
  written: string,
  known: readonly string[],
): string | undefined {
  const name = written.toLowerCase();
  const meant = synonyms.get(name)?.find((each) => known.includes(each));
  if (meant !== undefined) return `Write ${meant}="…".`;
  if (element === "else" && synonyms.get(name)?.includes("test")) return `Write <elseif test="…">.`;
  if (element === "sub-flow") return sharesVariables;
  const own = members.get(element);
  if (own?.has(name)) return inJson(name);
  if (own !== undefined && requestOptions.some((option) => option.name === name))
    return `It is an option: write "options": { "${name}": … } into the JSON of <${element}>.`;
  if (ownNames.has(element)) return 'Its text is JSON: write { "name": "value" }.';
  return takesText.has(element) && /^(value|select|expression|expr|text|content)$/.test(name)
    ? `Write it as the text of <${element}>.`
    : undefined;
}

const takesText: ReadonlySet<string> = new Set(["eval", "echo", "template"]);

/** Says what to write for an element inside an action that takes none. */
export function childAdvice(element: string, child: string, isAction: boolean): string | undefined {
  if (element === "requests" && child === "request")
    return 'Its text is JSON, with a request for each ID: { "user": { "url": "…" }, "orders": { "url": "…" } }.';
  if (element === "sub-flow" && /param|argument|variable|^(?:var|arg|set)$/.test(child))
    return sharesVariables;
  if (isAction) return `Close <${element}> before it.`;
  if (members.has(element)) return inJson(child);
  return ownNames.has(element) ? 'Its text is JSON: write { "name": "value" }.' : undefined;
}

const sharesVariables =
  'A sub-flow knows all variables of this flow: set them before it, with <eval out="$name">…</eval>.';

const inJson = (name: string): string => `Write it into the JSON that is its text: { "${name}": … }.`;
