import { $, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Action } from "../../syntax/flow.js";
import type { JsonNode } from "../../syntax/json-template.js";
import { mainContent } from "../../syntax/location.js";
import type { Template } from "../../syntax/template.js";
import { bodyJson } from "../action-parts/body.js";
import { named } from "../action-parts/settings.js";
import {
  type StatusCode,
  statusAttribute,
  statusDoc,
  statusExpressions,
} from "../action-parts/status-code.js";
import type { ActionDefinition } from "../contract/action.js";

export interface ErrorNode extends Action {
  readonly element: "error";
  readonly body: Template | undefined;
  readonly status: StatusCode | undefined;
}

/** `<error>`: ends the flow; its body becomes `$error` (specification, "The error action"). */
export const errorAction: ActionDefinition<ErrorNode> = {
  element: "error",
  attributes: ["status", "src"],
  behaviour: () => ({ waits: false, ends: "flow", mainContent: "kept", readsBodies: false }),

  parse(element, parser) {
    const isEmpty = element.text.text.trim() === "" && !element.attributes.has("src");
    const body = isEmpty ? undefined : parser.template(element);
    return { body, status: statusAttribute(element, "status", parser) };
  },

  facts: ({ body, status }) => ({
    expressions: statusExpressions(status),
    templates: body === undefined ? [] : [body],
    reads: mainContent,
    writes: undefined,
  }),

  check({ body, status }, checker) {
    if (body === undefined) return;
    const facts = checker.facts(body);
    if (facts.kind !== "json") return;
    const { content } = facts.scope;
    if (content.kind === "object") checkProperties(content, status !== undefined, checker.reporter);
    else if (content.kind === "array" || (content.kind === "constant" && !isQuoted(content))) {
      checker.reporter.report(content.span, "bodyShape", {
        element: "error",
        expected: "a JSON object, or a string in double quotes",
      });
    }
  },

  generate({ body, status }, generator): readonly Doc[] {
    const fail = generator.use("fail");
    const json = body === undefined ? undefined : generator.template(body, { kind: "content" });
    const args = [$];
    if (json !== undefined) args.push(bodyJson(json, generator.use));
    else if (status !== undefined) args.push(code`{}`);
    if (status !== undefined) args.push(statusDoc(status, generator));
    return [...(json?.before ?? []), code`${call(fail, args)};`];
  },
};

type ObjectNode = Extract<JsonNode, { kind: "object" }>;

/** Whether it is a string in double quotes, as a message has to be (specification, section "error"). */
const isQuoted = ({ span }: JsonNode): boolean => span.source.text[span.start] === '"';

/** The bounds of the specification, "Properties of the error body object", where values are constant. */
const propertyBounds: Record<string, { expected: string; holds: (value: unknown) => boolean }> = {
  message: { expected: "a string", holds: (value) => typeof value === "string" },
  status: { expected: "an integer from 100 to 599", holds: (value) => isInteger(value, 100, 599) },
  code: { expected: "an integer from 0 to 9999", holds: (value) => isInteger(value, 0, 9999) },
};

const isInteger = (value: unknown, least: number, most: number) =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

function checkProperties(body: ObjectNode, hasStatus: boolean, reporter: Reporter): void {
  for (const [name, { expected, holds }] of Object.entries(propertyBounds)) {
    const value = named(body, name)?.value;
    if (value === undefined || !isConstant(value)) continue;
    if (value.kind !== "constant" || !holds(value.value))
      reporter.report(value.span, "errorProperty", { name, expected });
  }
  const info = named(body, "info")?.value;
  if (info !== undefined) checkInfo(info, reporter);
  const status = named(body, "status");
  if (hasStatus && status !== undefined) reporter.report(status.span, "errorStatusTwice");
}

function checkInfo(info: JsonNode, reporter: Reporter): void {
  const expected = "an array of strings";
  if (info.kind === "constant" || info.kind === "object") {
    reporter.report(info.span, "errorProperty", { name: "info", expected });
  } else if (info.kind === "array") {
    for (const item of info.items) {
      if (item.kind !== "item" || !isConstant(item.value)) continue;
      if (item.value.kind !== "constant" || typeof item.value.value !== "string") {
        reporter.report(item.span, "errorProperty", { name: "info", expected });
      }
    }
  }
}

const isConstant = ({ kind }: JsonNode) => kind === "constant" || kind === "object" || kind === "array";
