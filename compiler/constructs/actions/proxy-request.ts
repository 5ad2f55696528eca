import { $, awaited, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { ActionDefinition } from "../../language/action-definition.js";
import type { SourceText, Span } from "../../source/source-text.js";
import type { Action, Flow } from "../../syntax/flow.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { mainContent } from "../../syntax/location.js";
import type { Template } from "../../syntax/template.js";
import { named, objectOf, settingOf, writtenContents } from "../action-parts/settings.js";
import { bodyJson, objectsAmong } from "../action-parts/template-body.js";
import { checkProperties } from "../bodies/properties.js";
import { checkCached } from "../options/check-cache.js";
import { checkFiles, fileFacts } from "../options/files.js";
import { proxyShape } from "../options/properties.js";
import { checkSentFields, detoursFact, requestFacts, streamedFact } from "./request.js";

interface ProxyRequestNode extends Action {
  readonly element: "proxy-request";
  /** Of `x-flow-proxy`, the constant configuration. */
  readonly config: Template | ObjectNode;
}

/** `<proxy-request>`: the client's request, sent on to another server. */
export const proxyRequestAction: ActionDefinition<ProxyRequestNode> = {
  element: "proxy-request",
  attributes: ["src"],
  editing: { text: "template", attributes: { src: "file" }, json: { members: proxyShape.shapes } },
  streams: "always",

  parse(element, parser) {
    const config = parser.template(element);
    return config === undefined ? undefined : { config };
  },

  facts: ({ config }) => ({
    templates: config.kind === "template" ? [config] : [],
    reads: mainContent,
    waits: true,
    mainContent: "unknown",
    readsBodies: true,
  }),

  requests({ config }, facts) {
    const object = config.kind === "template" ? objectOf(facts(config)) : config;
    return [{ id: "main", config: object, url: undefined, isProxied: true }];
  },

  check({ config }, checker) {
    const contents = config.kind === "template" ? writtenContents(checker.facts(config)) : [config];
    for (const content of objectsAmong(contents, "proxy-request", checker)) {
      checkProxy(content, checker.reporter);
      checkFiles(content, checker);
    }
  },

  generate(node, generator): readonly Doc[] {
    const { config } = node;
    const helper = generator.use("proxyRequest");
    const object = config.kind === "template" ? objectOf(generator.facts(config)) : config;
    const files = object === undefined ? [] : fileFacts([object], generator);
    const facts = requestFacts([...files, ...detoursFact(node, generator), ...streamedFact(node, generator)]);
    const sent = (value: Doc) => code`${awaited(call(helper, [$, value, ...facts]))};`;
    if (config.kind !== "template") return [sent(generator.object(config))];
    const json = generator.template(config, { kind: "content" });
    return [...json.before, sent(bodyJson(json, generator.use))];
  },
};

/** The flow that `x-flow-proxy` stands for. */
export const proxyFlow = (source: SourceText, span: Span, config: ObjectNode): Flow => ({
  kind: "flow",
  source,
  span,
  statements: [proxyNode(span, config)],
  comments: [],
});

const proxyNode = (span: Span, config: ObjectNode): ProxyRequestNode => ({
  kind: "action",
  element: "proxy-request",
  span,
  condition: undefined,
  topics: [],
  config,
});

/** Proves that a proxy names its server, and sets nothing that would have no effect. */
function checkProxy(config: ObjectNode, reporter: Reporter): void {
  const url = settingOf(config, "url");
  if (url.kind === "absent" && settingOf(config, "origin").kind === "absent")
    reporter.report(config.span, "proxyWithoutServer");
  checkProperties(config, proxyShape, reporter);
  for (const name of url.kind === "absent" || named(config, "url") === undefined
    ? []
    : ["origin", "stripEndpoint", "addPrefix"]) {
    const idle = named(config, name);
    if (idle !== undefined) reporter.report(idle.span, "idleMember", { name, other: "url" });
  }
  checkSentFields(config, reporter);
  checkCached(config, undefined, reporter);
}
