import { factsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import { facilityOf, type RequestFacility, requestFacilities } from "../../constructs/options/facilities.js";
import type { Action, Flow } from "../../syntax/flow.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Template } from "../../syntax/template.js";
import { templateTexts } from "../../syntax/visit-template.js";

/**
 * The facilities of the runtime that requests need, by the names of options in templates and configurations.
 * A name that is put together at run time is not seen, and such a request fails.
 */
export function facilitiesOf(flows: Iterable<Flow>): readonly RequestFacility[] {
  const actions = [...flows].flatMap(({ statements }) => [...actionsOf(statements)]);
  const needed = new Set(
    actions
      .flatMap((action) => [
        ...constantConfigs(action).flatMap(memberNames),
        ...factsOf(action).templates.flatMap(stringsIn),
      ])
      .map((name) => facilityOf.get(name)),
  );
  return requestFacilities.filter((facility) => needed.has(facility));
}

function memberNames(config: ObjectNode): readonly string[] {
  return config.members.flatMap((member) => {
    if (member.kind !== "member" || typeof member.name !== "string") return [];
    return [member.name, ...(member.value.kind === "object" ? memberNames(member.value) : [])];
  });
}

function stringsIn(template: Template): readonly string[] {
  return templateTexts(template).flatMap((text) =>
    [...text.matchAll(/"([\w-]+)"/g)].map(([, name = ""]) => name),
  );
}

/** The configurations of an action's requests that are not written as a template. */
function constantConfigs(action: Action): readonly ObjectNode[] {
  return factsOf(action).templates.length > 0
    ? []
    : (definitionOf(action).requests?.(action, noFacts) ?? []).flatMap(({ config }) => config ?? []);
}

function noFacts() {
  return { kind: "empty" } as const;
}
