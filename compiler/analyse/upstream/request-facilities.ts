import { factsOf, requestsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import { facilityOf, type RequestFacility, requestFacilities } from "../../constructs/options/facilities.js";
import type { Span } from "../../source/source-text.js";
import type { Action } from "../../syntax/flow.js";
import { type AppFlow, treeFact } from "../../syntax/flow-summary.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Template } from "../../syntax/template.js";
import { visitTemplate } from "../../syntax/visit-template.js";

/**
 * The facilities of the runtime that requests need, by the names of options in templates and configurations.
 * A name that is put together at run time is not seen, and such a request fails.
 */
export function facilitiesOf(flows: Iterable<AppFlow>): readonly RequestFacility[] {
  const needed = new Set<string>([...flows].flatMap(facilitiesIn));
  return requestFacilities.filter((facility) => needed.has(facility));
}

export const facilitiesIn = treeFact("facilities", ({ statements }) =>
  actionsOf(statements)
    .flatMap(optionNames)
    .flatMap(({ name }) => facilityOf.get(name) ?? []),
);

interface NamedPlace {
  readonly name: string;
  readonly span: Span;
}

/** All that may be the name of an option in the configurations of an action's requests. */
export function optionNames(action: Action): readonly NamedPlace[] {
  const written = definitionOf(action).optionNames?.(action);
  if (written !== undefined) return written;
  const { templates } = factsOf(action);
  if (templates.length > 0) return templates.flatMap(quotedNames);
  return requestsOf(action).flatMap(({ config }) => (config === undefined ? [] : memberNames(config)));
}

function memberNames(config: ObjectNode): readonly NamedPlace[] {
  return config.members.flatMap((member) => {
    if (member.kind !== "member" || typeof member.name !== "string") return [];
    const { name, span, value } = member;
    return [{ name, span }, ...(value.kind === "object" ? memberNames(value) : [])];
  });
}

function quotedNames({ parts }: Template): readonly NamedPlace[] {
  const found: NamedPlace[] = [];
  visitTemplate(parts, {
    part(part) {
      if (part.kind !== "text" || typeof part.text === "string") return;
      for (const { 1: name = "", index } of part.text.text.matchAll(/"([\w-]+)"/g))
        found.push({ name, span: part.text.span(index + 1, index + 1 + name.length) });
    },
  });
  return found;
}
