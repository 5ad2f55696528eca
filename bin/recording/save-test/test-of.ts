import { escaped } from "../../../runtime/data/index.js";
import type { Trace } from "../../../runtime/observe/trace/index.js";
import { assertions } from "./assertions.js";
import { backendFlows } from "./backend-flows.js";
import { savedBody } from "./bodies.js";
import { setEnvironment } from "./environment.js";
import { Draft, NoTest, type TestFacts, type WrittenTest } from "./facts.js";
import { requestFields } from "./fields.js";
import { type Json, jsonText } from "./json-text.js";
import { checkMasks } from "./masked.js";
import { xmlComment } from "./xml.js";

/**
 * A trace as a test: it sends the request again, answers as the upstream systems did, and expects the same answer.
 * @throws NoTest if there can be no such test
 */
export function testOf(trace: Trace, facts: TestFacts): WrittenTest {
  checkTrace(trace);
  const draft = new Draft(trace, facts);
  checkMasks(draft);
  const parts = [
    `  ${xmlComment(`Saved from a request that the app answered: ${trace.request.method} ${trace.request.target}`)}`,
    setEnvironment(draft),
    backendFlows(draft).join("\n"),
    testRequest(draft),
    assertions(draft).join("\n"),
  ].filter((part) => part !== "");
  return {
    path: facts.path,
    text: `<flow-test>\n${parts.join("\n\n")}\n</flow-test>\n`,
    files: draft.files,
  };
}

function checkTrace(trace: Trace): void {
  if (trace.response === undefined)
    throw new NoTest("There is no answer: the request is still running, or the client went away.");
  if (trace.route === "" && trace.flow === "")
    throw new NoTest("No flow answered this request: there is no route for it.");
  if (trace.dropped > 0)
    throw new NoTest(
      `The request had so many events that ${trace.dropped} were not kept; answers of upstream systems may be among them.`,
    );
}

/** The `<test-request>` that sends the request again. */
function testRequest(draft: Draft): string {
  const { request } = draft.trace;
  const { method, target } = request;
  const fields = requestFields(request.fields, draft);
  const saved = savedBody(request, "the request", "request", draft);
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
