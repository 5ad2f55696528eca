import { flowExpressions, type Program, staticType, typesOf } from "../analyse/index.js";
import { actions, language } from "../constructs/index.js";
import { type Expression, walkExpression } from "../syntax/index.js";
import { controls } from "./completion/elements.js";
import { propertyAt } from "./completion/json.js";
import { code, type Documentation, typeName } from "./documentation/documentation.js";
import { generatedAt } from "./generated.js";
import { startsOf } from "./navigation.js";
import { occurrenceAt } from "./project/occurrences.js";
import type { CurrentFlow, Project } from "./project/project.js";
import { type LooseDocument, type Range, readLoosely } from "./reading/loose-xml.js";
import { editingOf, type Place, placeAt } from "./reading/place.js";
import { commandsIn, expressionOf, zoneOf } from "./reading/zone.js";

export interface Hover {
  readonly range: Range;
  /** Markdown. */
  readonly text: string;
}

/** The help for a place of a flow. */
export function hoverAt(
  project: Project,
  documentation: Documentation,
  path: string,
  offset: number,
): Hover | undefined {
  const source = project.source(path);
  if (source === undefined || !path.endsWith(".xml")) return undefined;
  const document = readLoosely(source.text);
  const place = placeAt(document, offset);
  switch (place.kind) {
    case "element-name":
      return hoverElement(project, documentation, path, place);
    case "attribute-name":
      return hover(place.range, [documentation.attribute(place.element.name, textIn(document, place.range))]);
    case "attribute-value":
    case "content":
      return hoverText(project, documentation, path, document, place, offset);
    default:
      return undefined;
  }
}

const textIn = ({ text }: LooseDocument, { start, end }: Range): string => text.slice(start, end);

function hover(range: Range, parts: readonly (string | undefined)[]): Hover | undefined {
  const known = parts.filter((part) => part !== undefined && part !== "");
  return known.length === 0 ? undefined : { range, text: known.join("\n\n") };
}

function hoverElement(
  project: Project,
  documentation: Documentation,
  path: string,
  { element, range }: Extract<Place, { kind: "element-name" }>,
): Hover | undefined {
  if (element.name === "flow" && element.parent === undefined)
    return hover(range, [answersOf(project, path)]);
  if (!actions.has(element.name) && !controls.has(element.name)) return undefined;
  const generated = generatedAt(project, path, element);
  return hover(range, [
    `\`<${element.name}>\``,
    documentation.element(element.name),
    generated && code(generated, "ts"),
  ]);
}

/** The operations that a flow answers, and the flows that call it. */
function answersOf(project: Project, path: string): string {
  const { program } = project;
  const operations = (program?.routes ?? []).flatMap(({ pattern, operations }) =>
    operations
      .filter(({ flow }) => program?.flowPath(flow) === path)
      .map(
        ({ method }) =>
          `- ${method === "*" ? "any method" : method} \`${program?.api.basePath ?? ""}${pattern}\``,
      ),
  );
  const callers = new Set(startsOf(project, path).map(({ source }) => source.path));
  callers.delete(program?.api.source.path ?? "");
  const called = [...callers].map((one) => `- \`${one}\``);
  return [
    ...(operations.length > 0 ? [`Answers\n\n${operations.slice(0, maxLines).join("\n")}`] : []),
    ...(called.length > 0 ? [`Called by\n\n${called.slice(0, maxLines).join("\n")}`] : []),
    ...(operations.length + called.length === 0 ? ["Nothing leads to this flow."] : []),
  ].join("\n\n");
}

const maxLines = 20;

function hoverText(
  project: Project,
  documentation: Documentation,
  path: string,
  document: LooseDocument,
  place: Place,
  offset: number,
): Hover | undefined {
  const zone = zoneOf(document, place);
  if (zone === undefined) return undefined;
  const current = project.flow(path);
  const found = current && expressionHover(current, documentation, offset);
  if (found !== undefined) return found;
  const occurrence = current?.flow && occurrenceAt(current.flow, offset);
  if (occurrence?.kind === "variable" && current?.flow !== undefined)
    return hover(occurrence.span, [
      `\`$${occurrence.name}\``,
      occurrence.scope === undefined ? documentation.variable(occurrence.name) : undefined,
    ]);
  if (zone.kind !== "template") return undefined;
  const command = commandsIn(zone).find(({ start, end }) => offset >= start && offset < end);
  if (command !== undefined) {
    const { keyword, start } = expressionOf(zone.text, command);
    const name = keyword.startsWith("$") ? ":=" : keyword;
    return offset > start
      ? undefined
      : hover({ start: command.start, end: start }, [documentation.command(name)]);
  }
  const form = editingOf(zone.element)?.json;
  const property = form && propertyAt(zone, form, offset);
  return property && hover(property.range, [documentation.property(zone.element.name, property.name)]);
}

/** Help for the innermost part of an expression at a place: a variable, a call, a path. */
function expressionHover(
  { flow, source, program }: CurrentFlow,
  documentation: Documentation,
  offset: number,
): Hover | undefined {
  if (flow === undefined) return undefined;
  let found: Expression | undefined;
  for (const expression of flowExpressions(flow))
    walkExpression(expression, (inner) => {
      const { span } = inner;
      if (span.source !== source || offset < span.start || offset > span.end) return;
      if (inner.kind === "call" && offset > inner.nameSpan.end) return;
      if (inner.kind === "variable" || inner.kind === "call" || inner.kind === "path") found = inner;
    });
  if (found === undefined) return undefined;
  const text = source.text.slice(found.span.start, found.span.end);
  if (found.kind === "call")
    return language.functions.has(found.name)
      ? hover(found.nameSpan, [documentation.function(found.name)])
      : undefined;
  const known = program === undefined ? undefined : knownOf(found, program);
  const doc = found.kind === "variable" ? documentation.variable(found.name) : undefined;
  return hover(found.span, [
    `\`${text.replaceAll("`", "'")}\`${known === undefined ? "" : `: ${known}`}`,
    doc,
  ]);
}

/** The type of a value, and the JSON that it is by the schemas. */
function knownOf(expression: Expression, program: Program): string | undefined {
  const type = staticType(expression, (variable) => program.dataFlow.variables.get(variable)?.type ?? "any");
  const nodes = program.nodeSchemas.get(expression);
  const types = nodes?.kind === "element" ? [...typesOf(nodes.schema)] : [];
  const json = types.length > 0 && types.length < 5 ? ` with JSON: ${types.join(" or ")}` : "";
  return type === "any" && json === "" ? undefined : `${typeName(type)}${json}`;
}
