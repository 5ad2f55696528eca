import { attribute, escaped } from "../../../runtime/data/index.js";
import {
  type Body,
  isUnread,
  type ResponseMessage,
  type UpstreamEvent,
} from "../../../runtime/observe/trace/index.js";
import { grouped } from "../../shared/values.js";
import { savedBody } from "./bodies.js";
import { type Draft, NoTest } from "./facts.js";
import { responseFields } from "./fields.js";
import { type Json, jsonText } from "./json-text.js";
import { isMasked } from "./masked.js";
import { isXmlText, xmlComment } from "./xml.js";
import { xpathString } from "./xpath.js";

/** The answers of upstream systems, as backend flows; and what has to come before them. */
export function backendFlows(draft: Draft): readonly string[] {
  const exchanges = draft.trace.events
    .filter((event) => event.kind === "upstream")
    .filter(({ service }) => service !== "directory"); // no flow answers in place of one
  const byId = grouped(exchanges, ({ id }) => id);
  return [...byId].flatMap(([id, exchanges]) => backendFlow(id, exchanges, draft));
}

/** An exchange, and the statements that answer it. */
interface Answer {
  readonly exchange: UpstreamEvent;
  readonly lines: readonly string[];
}

function backendFlow(id: string, exchanges: readonly UpstreamEvent[], draft: Draft): readonly string[] {
  if (!isXmlText(id) || /[{}]/.test(id) || id.trim() !== id || id === "")
    throw new NoTest("The ID of an upstream request has characters that a test cannot have.");
  const failed = exchanges.filter(({ response }) => response === undefined);
  const [failure] = failed;
  if (failure?.failure === undefined && failure !== undefined)
    throw new NoTest(`The upstream request ${id} is still running.`);
  if (failed.length === exchanges.length)
    return [`  ${xmlComment(`Nothing answers ${id}, as it was: ${failure?.failure}`)}`];
  if (failed.length > 0)
    throw new NoTest(
      `Of the upstream requests ${id}, some were answered and some failed. A test can only say one of the two.`,
    );
  const answers = exchanges.map((exchange) => ({ exchange, lines: answerLines(id, exchange, draft) }));
  const { before, lines } = choice(id, answers, draft);
  return [...before, `  <backend-flow ${attribute("request", id)}>`, ...lines, "  </backend-flow>"];
}

/** Distinguishes several requests with one ID: by their URLs, or else by their order. */
function choice(
  id: string,
  answers: readonly Answer[],
  draft: Draft,
): { readonly before: readonly string[]; readonly lines: readonly string[] } {
  const byTarget = grouped(answers, ({ exchange: { request } }) => `${request.method} ${request.target}`);
  const distinct = [...byTarget.values()];
  if (new Set(answers.map(({ lines }) => lines.join("\n"))).size === 1)
    return { before: [], lines: indented(answers[0]?.lines ?? [], 4) };
  const isKnown = answers.every(({ exchange }) => !isMasked(exchange.request.target, draft.trace));
  if (isKnown && distinct.every((same) => new Set(same.map(({ lines }) => lines.join("\n"))).size === 1)) {
    const first = distinct.flatMap((same) => same[0] ?? []);
    const isByUrl = new Set(first.map(({ exchange }) => exchange.request.target)).size === first.length;
    const test = ({ exchange: { request } }: Answer) =>
      [
        ...(isByUrl ? [] : [`$request/method = ${xpathString(request.method)}`]),
        `$request/url = ${xpathString(request.target)}`,
      ].join(" and ");
    return { before: [], lines: ways(first, test) };
  }
  const count = `$saved${[...new Set(draft.trace.events.flatMap((event) => (event.kind === "upstream" ? [event.id] : [])))].indexOf(id) + 1}`;
  return {
    before: [`  <eval out="${count}">0</eval>`],
    lines: [
      `    <eval out="${count}">${count} + 1</eval>`,
      ...ways(answers, (_, index) => `${count} = ${index + 1}`),
    ],
  };
}

/** The answers under their conditions; the last one is for all others. */
function ways(
  answers: readonly Answer[],
  test: (answer: Answer, index: number) => string,
): readonly string[] {
  return answers.flatMap((answer, index) => {
    const isLast = index === answers.length - 1;
    const name = isLast ? "else" : index === 0 ? "if" : "elseif";
    const condition = isLast ? "" : ` ${attribute("test", test(answer, index))}`;
    return [`    <${name}${condition}>`, ...indented(answer.lines, 6), `    </${name}>`];
  });
}

const indented = (lines: readonly string[], by: number): readonly string[] =>
  lines.map((line) => " ".repeat(by) + line);

/** The statements that give a response again. */
function answerLines(id: string, { response }: UpstreamEvent, draft: Draft): readonly string[] {
  if (response === undefined) return [];
  const saved = savedBody(
    { ...response, body: knownBody(response, draft) },
    `the upstream response ${id}`,
    id,
    draft,
  );
  const fields = new Map(
    [...responseFields(response.fields, draft)].filter(
      ([, values]) => !values.some((value) => isMasked(value, draft.trace)),
    ),
  );
  const type = fields.get("content-type")?.[0];
  const byDefault =
    saved?.kind === "json" ? "application/json" : saved?.kind === "text" ? "text/plain" : undefined;
  if (type === byDefault) fields.delete("content-type");
  else if (type === undefined) fields.set("content-type", []);
  const headers = new Map<string, Json>(
    [...fields].map(([name, values]) => [
      name,
      values.length === 0 ? null : values.length === 1 ? (values[0] ?? "") : values,
    ]),
  );
  const lines: string[] = [];
  if (response.status !== 200) lines.push(`<set-status code="${response.status}"/>`);
  if (headers.size > 0) lines.push(element("set-response-headers", jsonText(headers)));
  if (saved?.kind === "json") lines.push(element("template", jsonText(saved.value)));
  if (saved?.kind === "text") lines.push(`<echo>${escaped(saved.text)}</echo>`);
  if (saved?.kind === "file") lines.push(`<copy ${attribute("in", saved.name)}/>`);
  return lines;
}

/**
 * The body of a response. Of one that was passed on unread, the client has got the bytes; nobody has looked at that of a
 * redirect that was followed.
 */
function knownBody({ status, body }: ResponseMessage, { trace }: Draft): Body | undefined {
  if (body === undefined || !isUnread(body)) return body;
  if (status >= 300 && status < 400) return undefined;
  const passed = trace.response?.body;
  return passed === undefined || passed.isCut ? body : passed;
}

const element = (name: string, json: string): string => `<${name}>${escaped(json)}</${name}>`;
