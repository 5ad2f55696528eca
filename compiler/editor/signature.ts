import { language } from "../constructs/index.js";
import { type Documentation, parameterText, typeName } from "./documentation/documentation.js";
import type { Project } from "./project/project.js";
import { expressionPlace } from "./reading/expression-place.js";
import { type Range, readLoosely } from "./reading/loose-xml.js";
import { placeAt } from "./reading/place.js";
import { commandsIn, expressionOf, type Zone, zoneOf } from "./reading/zone.js";

interface Signature {
  readonly label: string;
  readonly parameters: readonly string[];
  readonly active: number;
  readonly documentation: string | undefined;
}

/** The function whose arguments are written at a place. */
export function signatureAt(
  project: Project,
  documentation: Documentation,
  path: string,
  offset: number,
): Signature | undefined {
  const source = project.source(path);
  if (source === undefined) return undefined;
  const document = readLoosely(source.text);
  const zone = zoneOf(document, placeAt(document, offset));
  const expression = zone && expressionAround(zone, offset);
  const call = zone && expression && expressionPlace(zone.text, expression, offset).call;
  const definition = call && language.functions.get(call.name);
  if (call === undefined || definition === undefined) return undefined;
  const parameters = definition.parameters.map(parameterText);
  const last = definition.parameters.at(-1);
  const active = last?.occurs === "repeated" ? Math.min(call.argument, parameters.length - 1) : call.argument;
  return {
    label: `${typeName(definition.returns)} ${definition.name}(${parameters.join(", ")})`,
    parameters,
    active,
    documentation: documentation.function(definition.name),
  };
}

/** The expression in a part of a flow that a place is in. */
function expressionAround(zone: Zone, offset: number): Range | undefined {
  if (zone.kind === "expression") return zone;
  if (zone.kind !== "template") return undefined;
  const command = commandsIn(zone).find(({ inner }) => offset >= inner.start && offset <= inner.end);
  const expression = command && expressionOf(zone.text, command);
  return expression !== undefined && offset >= expression.start ? expression : undefined;
}
