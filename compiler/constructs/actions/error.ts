import { misspelt } from "../../../runtime/base/nearest.js";
import { $, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { ActionDefinition } from "../../language/action-definition.js";
import type { TemplateLanguage } from "../../language/language.js";
import { parseTemplate } from "../../parse/template/template.js";
import { MappedText, type Span } from "../../source/source-text.js";
import type { Action, Flow } from "../../syntax/flow.js";
import { tagPlace } from "../../syntax/flow.js";
import { allItems, type JsonNode, type ObjectNode } from "../../syntax/json-template.js";
import { mainContent } from "../../syntax/location.js";
import type { Template } from "../../syntax/template.js";
import {
  mayHave,
  named,
  possibleMembers,
  type WrittenValue,
  writtenContents,
  writtenValues,
} from "../action-parts/settings.js";
import {
  type StatusCode,
  statusAttribute,
  statusDoc,
  statusExpressions,
  statusSetting,
} from "../action-parts/status-code.js";
import { bodyJson } from "../action-parts/template-body.js";
import { constants, type Shape, text } from "../bodies/shape.js";

interface ErrorNode extends Action {
  readonly element: "error";
  readonly body: Template | undefined;
  readonly status: StatusCode | undefined;
}

/** The answer to the client if an operation has no flow, and no mock was asked for, or is allowed. */
const onlyMocked = JSON.stringify({ message: "Not Implemented", info: ["There is only a mock of this."] });

/** The flow of an operation that has none, since mocks answer. */
export function notImplementedFlow(span: Span, reporter: Reporter, language: TemplateLanguage): Flow {
  const { source, start, end } = span;
  const text = new MappedText(onlyMocked, source, [{ at: 0, start, end, verbatim: false }]);
  const statement: ErrorNode = {
    kind: "action",
    element: "error",
    span,
    condition: undefined,
    topics: [],
    body: parseTemplate(text, reporter, language),
    status: { span, code: 501 },
  };
  return { kind: "flow", source, span, statements: [statement], comments: [] };
}

const isInteger = (value: unknown, least: number, most: number) =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

const message: Shape = text();

/** The bounds of the specification, "Properties of the error body object". */
const shapes: ReadonlyMap<string, Shape> = new Map([
  ["message", message],
  ["status", constants("an integer from 100 to 599", (value) => isInteger(value, 100, 599))],
  ["code", constants("an integer from 0 to 9999", (value) => isInteger(value, 0, 9999))],
  ["info", { expected: "an array of strings", holds: ({ kind }) => kind === "array" }],
]);

/** `<error>`: ends the flow; its body becomes `$error` (specification, "The error action"). */
export const errorAction: ActionDefinition<ErrorNode> = {
  element: "error",
  attributes: ["status", "src"],
  editing: {
    text: "template",
    attributes: { status: "text", src: "file" },
    json: { members: shapes },
  },

  parse(element, parser) {
    const isEmpty = element.text.text.trim() === "" && !element.attributes.has("src");
    const body = isEmpty ? undefined : parser.template(element);
    return { body, status: statusAttribute(element, "status", parser) };
  },

  facts: ({ body, status }) => ({
    expressions: statusExpressions(status),
    templates: body === undefined ? [] : [body],
    reads: mainContent,
    ends: "flow",
  }),

  setsStatus(node, facts) {
    const { body, status } = node;
    if (status !== undefined) return statusSetting(status);
    const json = body && facts(body);
    const content = json?.kind === "json" ? json.scope.content : undefined;
    const property = content?.kind === "object" ? named(content, "status")?.value : undefined;
    if (property?.kind === "constant" && typeof property.value === "number")
      return { code: property.value, span: property.span };
    return { code: undefined, span: tagPlace(node) };
  },

  check({ body, status }, checker) {
    if (body === undefined) return;
    for (const content of writtenContents(checker.facts(body)))
      if (content.kind === "object") checkProperties(content, status !== undefined, checker.reporter);
      else if (content.kind === "array" || !isQuoted(content))
        checker.reporter.report(content.span, "bodyShape", {
          element: "error",
          expected: "a JSON object, or a string in double quotes",
        });
  },

  generate(node, generator): readonly Doc[] {
    const { body, status } = node;
    const fail = generator.use("fail");
    const json = body === undefined ? undefined : generator.template(body, { kind: "content" });
    const args = [$, generator.place(node)];
    if (json !== undefined) args.push(bodyJson(json, generator.use));
    else if (status !== undefined) args.push(code`{}`);
    if (status !== undefined) args.push(statusDoc(status, generator));
    return [...(json?.before ?? []), code`return ${call(fail, args)};`];
  },
};

/** Tells whether it is a string in double quotes, as a message has to be (specification, section "error"). */
const isQuoted = ({ span }: JsonNode): boolean => span.source.text[span.start] === '"';

/** Statuses of errors (RFC 9110, section 15). */
const isErrorStatus = (value: unknown): value is number => isInteger(value, 400, 599);

function checkProperties(body: ObjectNode, hasStatus: boolean, reporter: Reporter): void {
  const code = named(body, "code")?.value;
  if (
    !hasStatus &&
    code?.kind === "constant" &&
    isErrorStatus(code.value) &&
    !mayHave(body.members, "status")
  )
    reporter.report(code.span, "errorCodeForStatus", { code: code.value });
  for (const { name, value, span } of possibleMembers(body.members)) {
    const shape = shapes.get(name);
    if (shape === undefined) {
      const meant = misspelt(name, shapes.keys());
      if (meant !== undefined && !mayHave(body.members, meant))
        reporter.report(span, "errorPropertyName", { name, nearest: meant });
      continue;
    }
    for (const written of writtenValues(value)) checkProperty(written, shape, name, reporter);
    if (hasStatus && name === "status") reporter.report(span, "errorStatusTwice");
  }
}

function checkProperty(
  value: WrittenValue,
  { expected, holds }: Shape,
  name: string,
  reporter: Reporter,
): void {
  const report = (wrong: JsonNode) => reporter.report(wrong.span, "errorProperty", { name, expected });
  if (!holds(value)) report(value);
  else if (value.kind === "array")
    for (const item of allItems(value.items).flatMap(writtenValues)) if (!message.holds(item)) report(item);
}
