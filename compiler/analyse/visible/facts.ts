import { factsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import { definitionName, definitionOption } from "../../constructs/options/definition.js";
import type { Action, Flow } from "../../syntax/flow.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import { templateTexts } from "../../syntax/visit-template.js";
import { predefinedVariables } from "../expressions/predefined.js";
import { environmentReads } from "../flows/environment-reads.js";
import { callsOf, perFlow } from "../flows/per-flow.js";
import { htmlReads } from "../flows/reads-html.js";
import { variablesSetIn } from "../flows/variables-set.js";
import type { Program } from "../program.js";
import { variablesReadIn } from "../rules/unread.js";
import { answersReadIn } from "../rules/unseen.js";
import { errorMembers } from "../schemas/known-schemas.js";
import { madeResponses } from "../schemas/made-responses.js";
import { facilitiesOf } from "../upstream/request-facilities.js";
import { textWithoutPlaces } from "./text.js";

/**
 * All of a flow that the analysis and the code of other flows, or of the app as a whole, can depend on, as a text: where
 * it stays the same, nothing but the flow's own module becomes another one.
 * @param isNamed whether any other file names a variable or a request. What nobody names, nobody can see.
 */
export function visibleFacts(path: string, program: Program, isNamed: (name: string) => boolean): string {
  const flow = program.flows.get(path);
  if (flow === undefined) throw new Error(`${path} was not parsed.`);
  const links = program.dataFlow.links.get(path);
  const isAnyRecursive = [...program.flowFacts.values()].some(({ isRecursive }) => isRecursive);
  const isSeen = (name: string) => isAnyRecursive || isNamed(name);
  return textWithoutPlaces(
    [
      leadsOf(flow),
      program.flowFacts.get(path),
      facilitiesOf([flow]),
      htmlReads(flow),
      environmentReads(flow)
        .map(({ name }) => name)
        .sort(),
      new Set([...program.examined.values()].flatMap((paths) => [...paths]).sort()),
      program.variables.size > predefinedVariables.size,
      variables(path, flow, program, isSeen),
      [variablesReadIn, answersReadIn].map((readIn) => onlyReadHere(flow, program, readIn).filter(isSeen)),
      requests(flow, program),
      errorMembers(flow, program.templates),
      program.errorFlow === undefined ? [] : seenByErrorFlow(path, program.errorFlow, program),
      links?.handed,
      isContinued(path, program) ? [links?.effects, links?.end, responses(flow, program)] : [],
    ],
    program.dataFlow.variables,
  );
}

/** Whether other flows go on where a flow ends. */
function isContinued(
  path: string,
  { calledFlows, postCheckFlows, registeredFlows, initFlow }: Program,
): boolean {
  return calledFlows.has(path) || postCheckFlows.has(path) || registeredFlows.has(path) || path === initFlow;
}

/** What no other flow reads, so that nothing does if this one does not. */
function onlyReadHere(
  flow: Flow,
  { flows }: Program,
  readIn: (flow: Flow) => ReadonlySet<string>,
): readonly string[] {
  const others = [...flows.values()].filter((other) => other !== flow);
  const own = [...readIn(flow)].filter((name) => !predefinedVariables.has(name));
  return own.filter((name) => !others.some((other) => readIn(other).has(name))).sort();
}

function variables(path: string, flow: Flow, program: Program, isSeen: (name: string) => boolean): unknown {
  const names = [...new Set(variablesSetIn(flow))].sort();
  const setters = [...actionsOf(flow.statements)].flatMap((action) => {
    const { element, isUsualSetter } = definitionOf(action);
    return factsOf(action).sets.map(({ name }) => ({ name, element, isUsual: isUsualSetter === true }));
  });
  const settersOf = (name: string) =>
    setters.filter((setter) => setter.name === name).map(({ element }) => element);
  return [
    new Set(setters.filter(({ isUsual }) => !isUsual).map(({ name }) => name)),
    names
      .filter(isSeen)
      .map((name) => [name, program.schemas.variables.setIn(path, name), settersOf(name).sort()]),
    // These have a type of their own.
    names.filter((name) => predefinedVariables.has(name)),
  ];
}

/** The IDs of requests, where responses are described: those of one flow are known in others. */
function requests(flow: Flow, { definitions, templates }: Program): unknown {
  if (definitions.size === 0) return [];
  const facts = (template: Template): TemplateFacts => templates.get(template) ?? { kind: "empty" };
  const actions = [...actionsOf(flow.statements)];
  return actions.flatMap(
    (action) =>
      definitionOf(action)
        .requests?.(action, facts)
        .map(({ id }) => id ?? null) ?? [],
  );
}

/**
 * What leads from a flow to other files of the app: the flows that it calls, and all that it says if its requests may
 * name descriptions.
 */
export const leadsOf = perFlow((flow): string => {
  const { statements } = flow;
  const isDescribed = [...actionsOf(statements)].some(mayNameDescription);
  return textWithoutPlaces([callsOf(flow), isDescribed ? statements : []], new Map());
});

function mayNameDescription(action: Action): boolean {
  const { requests } = definitionOf(action);
  if (requests === undefined) return false;
  const { templates } = factsOf(action);
  if (templates.length > 0)
    return templates.flatMap(templateTexts).some((text) => text.includes(definitionOption));
  const constant = requests(action, () => ({ kind: "empty" }));
  return constant.some(({ config }) => config !== undefined && definitionName(config).kind !== "absent");
}

function seenByErrorFlow(path: string, errorFlow: string, { dataFlow: { links } }: Program): unknown {
  if (path === errorFlow) return [];
  const sets = links.get(path)?.effects.sets;
  const seen = [...(links.get(errorFlow)?.effects.exposed ?? [])].sort();
  return seen.map((slot) => [slot, sets?.get(slot) ?? null]);
}

/** What is known of the responses that a flow can make, but for their content. */
function responses(flow: Flow, { flows, templates }: Program): unknown {
  const made = madeResponses([flow], flows, (template) => templates.get(template) ?? { kind: "empty" });
  return made?.map(({ status, content, isError }) => [
    status,
    isError,
    typeof content === "object" ? "made" : content,
  ]);
}
