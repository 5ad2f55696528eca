import { socketOptions } from "../../../runtime/upstream/plan/socket-options.js";
import { factsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import type { Action, Flow } from "../../syntax/flow.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Template } from "../../syntax/template.js";
import { templateTexts } from "../../syntax/visit-template.js";

/** Parts of the runtime that only some upstream requests need, by the properties and options that need them. */
const FACILITIES = {
  sockets: [...socketOptions],
  cache: ["force-cache-ttl", "use-http-cache"],
  multipart: ["uploads"],
  charsets: ["encoding"],
} as const;

export type RequestFacility = keyof typeof FACILITIES;

/**
 * The facilities that some template or proxy asks for by a name in it. A name that is put together at run time is not
 * seen: such a request fails.
 */
export function requestFacilities(flows: Iterable<Flow>): readonly RequestFacility[] {
  const actions = [...flows].flatMap(({ statements }) => [...actionsOf(statements)]);
  const named = new Set(
    actions.flatMap((action) => [
      ...constantConfigs(action).flatMap(memberNames),
      ...factsOf(action).templates.flatMap(stringsIn),
    ]),
  );
  const all = Object.keys(FACILITIES) as RequestFacility[];
  return all.filter((facility) => FACILITIES[facility].some((name) => named.has(name)));
}

const memberNames = (config: ObjectNode): readonly string[] =>
  config.members.flatMap((member) => {
    if (member.kind !== "member" || typeof member.name !== "string") return [];
    return [member.name, ...(member.value.kind === "object" ? memberNames(member.value) : [])];
  });

const stringsIn = (template: Template): readonly string[] =>
  templateTexts(template).flatMap((text) => [...text.matchAll(/"([a-z-]+)"/g)].map(([, name = ""]) => name));

/** The configurations that stand in no template. */
const constantConfigs = (action: Action): readonly ObjectNode[] =>
  factsOf(action).templates.length > 0
    ? []
    : (definitionOf(action).requests?.(action, noFacts) ?? []).flatMap(({ config }) => config ?? []);

const noFacts = () => ({ kind: "empty" }) as const;
