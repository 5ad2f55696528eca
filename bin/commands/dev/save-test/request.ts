import { escaped } from "../../../../runtime/data/xml/xml-text.js";
import { savedBody } from "./bodies.js";
import type { Draft } from "./facts.js";
import { requestFields } from "./fields.js";
import { type Json, jsonText } from "./json-text.js";

/** The `<test-request>` that sends the request again. */
export function testRequest(draft: Draft): string {
  const { method, target, fields: sent, body } = draft.trace.request;
  const fields = requestFields(sent, draft);
  const saved = savedBody(body, "the request", "request", draft);
  const config = new Map<string, Json>([["path", target]]);
  if (method !== (saved === undefined ? "GET" : "POST")) config.set("method", method);
  const headers = new Map<string, Json>();
  for (const [name, values] of fields)
    if (name !== "content-type" || saved === undefined)
      headers.set(name, values.join(name === "cookie" ? "; " : ", "));
  if (headers.size > 0) config.set("headers", headers);
  if (saved !== undefined) {
    const content: readonly [string, Json] =
      saved.kind === "file"
        ? ["src", saved.name]
        : ["value", saved.kind === "json" ? saved.value : saved.text];
    const type = fields.get("content-type")?.[0] ?? "";
    const byDefault = { json: "application/json", text: "text/plain", file: "" }[saved.kind];
    config.set(
      "body",
      new Map<string, Json>([content, ...(type === byDefault ? [] : [["mime", type] as const])]),
    );
  }
  const text = escaped(jsonText(config, 2));
  return text.includes("\n") || text.length > 70
    ? `  <test-request>\n  ${text}\n  </test-request>`
    : `  <test-request>${text}</test-request>`;
}
