import { essence } from "../../../runtime/http/media-type.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { SourceText } from "../../source/source-text.js";
import { treeOf, treesOf } from "../../syntax/flow-summary.js";
import type { ResponseDescription } from "../../syntax/openapi.js";
import { type JsonType, jsonTypes } from "../../syntax/schema.js";
import type { Template, TemplateExpression } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import { type Expression, pathFromVariable } from "../../syntax/xpath.js";
import type { JsonTypesOf } from "../schemas/check-schemas.js";
import { type MadeResponse, madeResponses } from "../schemas/made-responses.js";
import { type TypesOf, templateSketch } from "../schemas/template-sketch.js";
import type { Rule, RuleContext } from "./rule.js";

type Responses = ReadonlyMap<string, ResponseDescription>;

/**
 * Checks the responses that flows make against those that their operations describe: the status, and the JSON of
 * templates, whatever of it is known.
 */
export const responses: Rule = ({ app, routes, facts, typeOf, describedTypesOf, reporter }) => ({
  end() {
    const typesOf = expressionTypes(typeOf, describedTypesOf);
    const init = app.initFlow === undefined ? undefined : treeOf(app.flows.get(app.initFlow));
    const made = new Map<string, readonly MadeResponse[] | undefined>();
    for (const { flow, operation } of routes.flatMap(({ operations }) => operations)) {
      const path = app.flowPath(flow);
      const own = treeOf(app.flows.get(path));
      if (own === undefined || operation === undefined || operation.responses.size === 0) continue;
      if (!made.has(path))
        made.set(path, madeResponses(init === undefined ? [own] : [init, own], treesOf(app.flows), facts));
      for (const response of made.get(path) ?? [])
        checkResponse(response, operation.responses, { own: own.source, facts, typesOf, reporter });
    }
  },
});

interface Checker {
  /** The flow of the operation. */
  readonly own: SourceText;
  readonly facts: (template: Template) => TemplateFacts;
  readonly typesOf: TypesOf;
  readonly reporter: Reporter;
}

function checkResponse(
  made: MadeResponse,
  responses: Responses,
  { own, facts, typesOf, reporter }: Checker,
): void {
  const { content } = made;
  const template = typeof content === "object" ? content.template : undefined;
  const status = made.status ?? (content === "unknown" ? "unknown" : 200);
  if (status === "unknown") return;
  const described =
    responses.get(String(status)) ??
    responses.get(`${Math.floor(status / 100)}XX`) ??
    responses.get("default");
  if (described === undefined) {
    const span = made.statusPlace ?? (typeof content === "object" ? content.action.span : undefined);
    const listed = [...responses.keys()];
    // Many descriptions leave out errors, or those that shared flows find, or list nothing else.
    const isExpected = listed.some((key) => (status < 400 ? key < "4" : key[0] === String(status)[0]));
    if (span?.source === own && isExpected) reporter.report(span, "statusUnlisted", { status, listed });
    return;
  }
  if (!made.isError && content !== undefined && !withoutContent.has(status))
    checkMediaType(made, described, own, reporter);
  const json = template === undefined ? undefined : facts(template);
  if (made.isError || json?.kind !== "json" || described.judge === undefined || withoutContent.has(status))
    return;
  for (const { span, problem } of described.judge(templateSketch(json.scope.content, typesOf)))
    reporter.report(span, "responseRefused", { status, problem });
}

/** Finds a media type that the description of a response does not list. */
function checkMediaType(
  { mediaType }: MadeResponse,
  { mediaTypes: listed }: ResponseDescription,
  own: SourceText,
  reporter: Reporter,
): void {
  if (mediaType?.text === undefined || mediaType.span.source !== own || listed.length === 0) return;
  const name = essence(mediaType.text);
  const covers = (range: string) => range === name || range === "*/*" || isInRange(name, range);
  if (!listed.some(covers)) reporter.report(mediaType.span, "mediaTypeUnlisted", { name, listed });
}

/** Tells whether a range such as `image/*` has a media type. */
function isInRange(name: string, range: string): boolean {
  return range.endsWith("/*") && name.startsWith(range.slice(0, -1));
}

/** RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5. */
const withoutContent: ReadonlySet<number> = new Set([204, 205, 304]);

/** The JSON types that an expression of a template can yield. */
function expressionTypes(typeOf: RuleContext["typeOf"], jsonTypesOf: JsonTypesOf): TypesOf {
  const typesOf = (expression: Expression): ReadonlySet<JsonType> => {
    const type = typeOf(expression);
    if (type === "string" || type === "number" || type === "boolean") return new Set([type]);
    if (isRequestText(expression)) return new Set(["string"]);
    const known = type === "nodes" ? jsonTypesOf(expression) : undefined;
    // A value that may be missing yields null, which is no more than that.
    const types = [...(known ?? [])].filter((one) => one !== "null");
    return types.length === 0 ? jsonTypes : new Set(types);
  };
  return ({ operands }: TemplateExpression) => new Set(operands.flatMap((operand) => [...typesOf(operand)]));
}

/** A text that the client sent, such as `$request/params/id`. */
function isRequestText(expression: Expression): boolean {
  const path = pathFromVariable(expression);
  const [group = "", name, ...others] = path?.variable.name === "request" ? path.names : [];
  return name !== undefined && others.length === 0 && textGroups.has(group);
}

const textGroups: ReadonlySet<string> = new Set(["params", "get", "headers", "cookies"]);
