import { $, awaited, call, code, entry, number, object, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { ActionChecker, ActionDefinition, ActionGenerator } from "../../language/action-definition.js";
import { type AttributeTemplate, constantText, expressionsIn } from "../../syntax/attribute-template.js";
import type { Action } from "../../syntax/flow.js";
import type { JsonMember, ObjectNode } from "../../syntax/json-template.js";
import type { Template } from "../../syntax/template.js";
import { checkMime, checkSpelling } from "../action-parts/fields.js";
import { named, objectOf, requestId, settingOf, writtenContents } from "../action-parts/settings.js";
import { bodyJson, objectsAmong, templateFacts } from "../action-parts/template-body.js";
import { checkMethod } from "../bodies/method.js";
import { checkProperties } from "../bodies/properties.js";
import { checkSent, sentMethod, writtenMethod } from "../bodies/sent.js";
import { checkCached } from "../options/check-cache.js";
import { checkFiles, fileFacts } from "../options/files.js";
import { checkIdleOptions } from "../options/idle-options.js";
import { requestShape } from "../options/properties.js";

interface RequestNode extends Action {
  readonly element: "request";
  readonly template: Template;
  /** The `content` attribute: the request ID, unless the body sets `id`. */
  readonly id: string;
  /** The attributes `url` and `method`, which count where the body does not set them. */
  readonly url: AttributeTemplate | undefined;
  readonly method: AttributeTemplate | undefined;
}

/** `<request>`: one HTTP request to an upstream server. */
export const requestAction: ActionDefinition<RequestNode> = {
  element: "request",
  attributes: ["content", "url", "method", "src"],
  editing: {
    text: "template",
    attributes: { content: "new-request", url: "text", method: "text", src: "file" },
    json: { members: requestShape.shapes },
  },
  streams: "if-passed",

  parse(element, parser) {
    const template = parser.template(element);
    const id = parser.attribute(element, "content")?.value.text.trim() || "main";
    const url = parser.attributeTemplate(element, "url");
    return template && { template, id, url, method: parser.attributeTemplate(element, "method") };
  },

  facts: ({ template, url, method }) => ({
    ...templateFacts(template),
    expressions: [...expressionsIn(url), ...expressionsIn(method)],
    waits: true,
    mainContent: "response",
    readsBodies: true,
  }),

  requests({ template, id, url, method }, facts) {
    const config = objectOf(facts(template));
    if (config === undefined && facts(template).kind === "empty")
      return [{ id, config, url, isProxied: false, onlyAsks: method === undefined }];
    const onlyAsks = method === undefined && config?.members.every(isPartOfGet) === true;
    return [{ id: config && requestId(config, id), config, url, isProxied: false, onlyAsks }];
  },

  check({ template, url, method }, checker) {
    for (const config of objectsAmong(writtenContents(checker.facts(template)), "request", checker)) {
      for (const [name, attribute] of [
        ["url", url],
        ["method", method],
      ] as const) {
        const isOther = settingOf(config, name).kind !== "absent";
        if (attribute !== undefined && isOther)
          checker.reporter.report(attribute.span, "idleMember", {
            name: `the attribute ${name}`,
            other: `${name} in the JSON`,
          });
      }
      if (url === undefined) checkUrl(config, checker.reporter);
      checkRequest(config, method, checker);
    }
    if (url === undefined && !template.hasErrors && checker.facts(template).kind === "empty")
      checker.reporter.report(template.span, "requestWithoutUrl");
    const written = method && constantText(method);
    if (method !== undefined && written !== undefined)
      checkMethod(written.trim(), method.span, checker.reporter);
  },

  generate(node, generator): readonly Doc[] {
    const { template, id, url, method } = node;
    const json = generator.template(template, { kind: "content" });
    const config = objectOf(generator.facts(template));
    const attribute = (name: string, value: AttributeTemplate | undefined) =>
      value === undefined ? [] : [entry(name, generator.attributeText(value))];
    const facts = requestFacts([
      ...attribute("url", url),
      ...attribute("method", method),
      ...(config === undefined ? [] : fileFacts([config], generator)),
      ...detoursFact(node, generator),
      ...streamedFact(node, generator),
    ]);
    // What has no JSON says all by its attributes.
    const isBare = generator.facts(template).kind === "empty";
    const body = isBare ? code`{}` : bodyJson(json, generator.use);
    const args = [$, quote(id), body, ...facts];
    return [...(isBare ? [] : json.before), code`${awaited(call(generator.use("request"), args))};`];
  },
};

const partsOfGet: ReadonlySet<unknown> = new Set(["id", "url", "query", "headers", "cookies"]);

function isPartOfGet(member: JsonMember): boolean {
  return member.kind === "member" && partsOfGet.has(member.name);
}

/** The argument with what is known of a request beside its JSON, if there is anything. */
export const requestFacts = (facts: readonly Doc[]): readonly Doc[] =>
  facts.length === 0 ? [] : [object(facts)];

export const detoursFact = (node: Action, generator: ActionGenerator): readonly Doc[] => {
  const detours = generator.detours(node);
  return detours === 0 ? [] : [entry("detours", number(detours))];
};

export const streamedFact = (node: Action, generator: ActionGenerator): readonly Doc[] =>
  generator.isStreamed(node) ? [entry("streamsToClient", code`true`)] : [];

/** Proves that a request names its server. */
export function checkUrl(config: ObjectNode, reporter: Reporter): void {
  if (settingOf(config, "url").kind === "absent")
    reporter.report(named(config, "url")?.value.span ?? config.span, "requestWithoutUrl");
}

/** Proves that a request sets nothing that would have no effect, or cannot be carried out. */
export function checkRequest(
  config: ObjectNode,
  method: AttributeTemplate | undefined,
  checker: ActionChecker,
): void {
  checkProperties(config, requestShape, checker.reporter);
  checkSent(config, method, checker.reporter);
  checkIdleOptions(config, writtenMethod(config, method)?.text, checker.reporter);
  checkCached(config, sentMethod(config, method), checker.reporter);
  checkFiles(config, checker);
  checkSentFields(config, checker.reporter);
}

/** Reports header fields and media types that look misspelt. */
export function checkSentFields(config: ObjectNode, reporter: Reporter): void {
  const headers = named(config, "headers")?.value;
  if (headers?.kind === "object") checkSpelling(headers.members, reporter);
  const body = named(config, "body")?.value;
  if (body?.kind === "object") checkMime(named(body, "mime")?.value, reporter);
  const uploads = named(config, "uploads")?.value;
  for (const item of uploads?.kind === "array" ? uploads.items : [])
    if (item.kind === "item" && item.value.kind === "object")
      checkMime(named(item.value, "mime")?.value, reporter);
}
