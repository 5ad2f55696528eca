import { $, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { ActionDefinition, Input } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import { tagPlace } from "../../syntax/flow.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import type { Template } from "../../syntax/template.js";
import { checkSpelling, isMediaType } from "../action-parts/fields.js";
import { checkInput, transferFacts } from "../action-parts/in-and-out.js";
import {
  mayHave,
  objectOf,
  possibleMembers,
  writtenContents,
  writtenValues,
} from "../action-parts/settings.js";
import {
  isStatusCode,
  type StatusCode,
  statusAttribute,
  statusDoc,
  statusExpressions,
  statusSetting,
} from "../action-parts/status-code.js";
import { bodyJson, objectsAmong } from "../action-parts/template-body.js";
import { checkFields, singleValues } from "../bodies/fields.js";

interface SetResponseHeadersNode extends Action {
  readonly element: "set-response-headers";
  readonly template: Template;
  readonly input: Input;
  readonly status: StatusCode | undefined;
}

/** `<set-response-headers>`: header fields of the response, from a JSON object. */
export const setResponseHeadersAction: ActionDefinition<SetResponseHeadersNode> = {
  element: "set-response-headers",
  attributes: ["in", "src", "status"],
  editing: {
    text: "template",
    attributes: { in: "location", src: "file", status: "text" },
    json: { hasFields: true },
  },

  parse(element, parser) {
    const template = parser.template(element);
    const input = parser.input(element);
    const status = statusAttribute(element, "status", parser);
    return template === undefined || input === undefined ? undefined : { template, input, status };
  },

  facts({ template, input, status }) {
    const facts = transferFacts(input, undefined);
    const expressions = [...facts.expressions, ...statusExpressions(status)];
    return { ...facts, expressions, templates: [template] };
  },

  setsStatus(node, facts) {
    if (node.status !== undefined) return statusSetting(node.status);
    const object = objectOf(facts(node.template));
    // A member Status sets it, too.
    const hasStatus =
      object === undefined ||
      object.members.some(
        (member) =>
          member.kind !== "member" ||
          typeof member.name !== "string" ||
          member.name.toLowerCase() === "status",
      );
    return hasStatus ? { code: undefined, span: tagPlace(node) } : undefined;
  },

  setsMediaType(node, facts) {
    const members = objectOf(facts(node.template))?.members ?? [];
    const [field] = possibleMembers(members).filter(({ name }) => isMediaType(name));
    const others = members.filter(({ span }) => span !== field?.span);
    const isOpen = members.length === 0 || mayHave(others, field?.name ?? "content-type");
    if (field === undefined || isOpen)
      return isOpen ? { text: undefined, span: tagPlace(node), isField: true } : undefined;
    const { value } = field;
    const text = value.kind === "constant" && typeof value.value === "string" ? value.value : undefined;
    return { text, span: value.span, isField: true };
  },

  check({ template, input }, checker) {
    checkInput(input, checker);
    const { reporter } = checker;
    const contents = writtenContents(checker.facts(template));
    const expected = "a JSON object of names and values";
    for (const content of objectsAmong(contents, "set-response-headers", checker, expected)) {
      checkSpelling(content.members, reporter);
      checkHeaders(content, reporter);
    }
  },

  generate({ template, input, status }, generator): readonly Doc[] {
    const json = generator.template(template, input);
    const args = [
      $,
      bodyJson(json, generator.use),
      ...(status === undefined ? [] : [statusDoc(status, generator)]),
    ];
    return [...json.before, code`${call(generator.use("setHeaders"), args)};`];
  },
};

/** Proves that header fields can be set, and that the one that stands for the status is a status. */
function checkHeaders(headers: ObjectNode, reporter: Reporter): void {
  checkFields(headers, "response", reporter);
  for (const { name, value } of possibleMembers(headers.members))
    for (const single of singleValues(value).flatMap(writtenValues)) {
      const isStatus = name.toLowerCase() === "status";
      if (single.kind !== "constant") {
        const expected = "a string, number, boolean, null or an array of these";
        reporter.report(single.span, "headerValue", { name, expected });
      } else if (isStatus && single.value !== null && !isStatusCode(single.value))
        reporter.report(single.span, "statusCode", { text: String(single.value) });
    }
}
