/** Advice for elements of other languages, and for what flows do otherwise. By their names in lower case. */
const advice: ReadonlyMap<string, string> = new Map([
  ...["choose", "when", "switch", "case"].map(
    (name) => [name, 'Write <if test="…">, <elseif> and <else>.'] as const,
  ),
  ["otherwise", "Write <else>."],
  ["unless", 'Write <if test="not(…)">.'],
  ["elsif", "Write <elseif>."],
  ...["for", "foreach", "loop", "while", "each", "repeat"].map(
    (name) => [name, "A flow has no loop: write {{loop …}} in a template."] as const,
  ),
  ...["variable", "var", "set", "let", "assign", "setvariable", "param", "valueof"].map(
    (name) => [name, 'Write <eval out="$name">…</eval>, or <template out="$name"> for JSON.'] as const,
  ),
  ...["throw", "raise", "fail", "exception"].map((name) => [name, "Write <error>."] as const),
  ...["include", "import", "call", "flow", "calltemplate", "applytemplates"].map(
    (name) => [name, 'Write <sub-flow src="…"/>.'] as const,
  ),
  ...["stop", "exit", "end"].map(
    (name) => [name, "Write <return/> to end this flow, or <break/> to end all of them."] as const,
  ),
  ...["redirect", "header", "headers", "responseheaders", "setheaders"].map(
    (name) => [name, 'Write <set-response-headers>{ "Location": "…" }</set-response-headers>.'] as const,
  ),
  ["status", 'Write <set-status code="…"/>.'],
  ...["response", "respond", "output", "json", "send", "print"].map(
    (name) => [name, "Write <template> for JSON, or <echo> for text."] as const,
  ),
  ...["http", "fetch", "httprequest", "get", "post", "callout"].map(
    (name) => [name, 'Write <request>{ "url": "…" }</request>.'] as const,
  ),
  ...["proxy", "forward", "passthrough"].map(
    (name) => [name, 'Write <proxy-request>{ "origin": "…" }</proxy-request>.'] as const,
  ),
  ...["transform", "stylesheet"].map((name) => [name, 'Write <xslt src="…"/>.'] as const),
  ["test", 'A condition is an attribute: <if test="…">.'],
  ["condition", 'A condition is an attribute: <if test="…">.'],
]);

/** Says what to write for an element that is no action. */
export function elementAdvice(name: string): string | undefined {
  const local = name.slice(name.indexOf(":") + 1);
  return advice.get(local.toLowerCase().replaceAll(/[-_]/g, ""));
}
