import { plainHanded } from "../analyse/data-flow/handed.js";
import { slotsIn } from "../analyse/data-flow/index.js";
import { mayAskForTokens } from "../analyse/data-flow/tokens.js";
import { callsOf } from "../analyse/flows/calls.js";
import { environmentIn } from "../analyse/flows/environment-reads.js";
import { ownFacts } from "../analyse/flows/facts.js";
import { htmlReads } from "../analyse/flows/reads-html.js";
import { variablesSetIn } from "../analyse/flows/variables-set.js";
import type { Program } from "../analyse/program.js";
import { looksAtErrors } from "../analyse/rules/answered-breakers.js";
import { hasUnread, namesWrittenIn, variablesReadIn } from "../analyse/rules/unread.js";
import { answersReadIn } from "../analyse/rules/unseen.js";
import { settingsIn } from "../analyse/schemas/check-schemas.js";
import { errorMembers } from "../analyse/schemas/known-schemas.js";
import { plainSchema } from "../analyse/schemas/plain-schema.js";
import { facilitiesIn } from "../analyse/upstream/request-facilities.js";
import { readsBodies } from "../analyse/upstream/streamed.js";
import { connectionsOf } from "../analyse/urls/connections.js";
import { UpstreamNames } from "../analyse/urls/upstream-names.js";
import { definitionOf } from "../constructs/actions/index.js";
import { settersIn } from "../generate/setters.js";
import { namesIn } from "../load/upstream-descriptions.js";
import { textOf } from "../source/source-text.js";
import type { Flow } from "../syntax/flow.js";
import { type FlowSummary, type TreeFacts, treeOf } from "../syntax/flow-summary.js";
import { actionsOf } from "../syntax/statements.js";
import { byText, type Shared } from "./changed-facts.js";
import { templateFiles } from "./test-build.js";
import { loggedIn, namesEnvironment, setsStatus } from "./tested-app.js";

/** All that the tree of a flow says. */
const treeFacts: { readonly [Name in keyof TreeFacts]: (flow: Flow) => TreeFacts[Name] } = {
  calls: callsOf,
  own: ownFacts,
  variables: variablesSetIn,
  slots: slotsIn,
  setters: settersIn,
  reads: variablesReadIn,
  writes: namesWrittenIn,
  answers: answersReadIn,
  looksAtErrors,
  asksForTokens: mayAskForTokens,
  environment: environmentIn,
  namesEnvironment,
  html: htmlReads,
  facilities: facilitiesIn,
  logged: loggedIn,
  setsStatus,
  templateFiles,
};

const factsOfTree = (flow: Flow): TreeFacts =>
  Object.fromEntries(
    Object.entries(treeFacts).map(([name, get]) => [name, get(flow)]),
  ) as unknown as TreeFacts;

export function sharedBy(
  path: string,
  flow: Flow,
  program: Program,
  settings = settingsOf(path, flow, program),
): Shared {
  const { schemas, templates, examined } = program;
  const slots = slotsIn(flow);
  const variables = variablesSetIn(flow);
  const errors = JSON.stringify(plainOf(errorMembers(flow, templates)));
  return [
    ...slots.map((slot) => ["slots", slot] as const),
    ...variables.flatMap((name) => [[`variable ${name}`, ""] as const, ["variables", name] as const]),
    ...settings.map(({ name, form }) => [`schema ${name}`, form] as const),
    ...actionsOf(flow.statements).flatMap((action) =>
      schemas.responses
        .sentBy(action)
        .map(
          ({ id, response }) =>
            [
              id === undefined ? "responses" : `response ${id}`,
              response === undefined ? "" : textOf(action.span),
            ] as const,
        ),
    ),
    ["schema error", errors],
    ...[...(examined.get(path) ?? [])].map((tested) => [`examined ${tested}`, ""] as const),
    // Then no other flow streams what it passes on.
    ...(path === program.errorFlow && readsBodies(path, (one) => treeOf(program.flows.get(one)))
      ? [["everything", "bodies"] as const]
      : []),
    // The type of all flows says whether the app has any variables of its own.
    ...(variables.length > 0 ? [["everything", "variables"] as const] : []),
  ];
}

function settingsOf(path: string, flow: Flow, { schemas, slices }: Program) {
  return settingsIn(path, flow, slices).map((setting) => {
    const nodes = schemas.variables.ofSetting(setting);
    const known = plainSchema(nodes, flow.source);
    const { value } = setting;
    const own = value !== undefined && "span" in value && textOf(value.span);
    return { name: setting.name, known, form: nodes === undefined ? "" : (known?.form ?? `${byText}${own}`) };
  });
}

/** A flow as others see it. */
interface FlowRecord {
  readonly shared: Shared;
  /** `undefined` if it has to be read each time. */
  readonly summary: FlowSummary | undefined;
}

/** @param isRead tells of a file whether it has to be read each time, for what was found there */
export function recordOf(
  path: string,
  flow: Flow,
  program: Program,
  isRead: (file: string) => boolean,
): FlowRecord {
  const settings = settingsOf(path, flow, program);
  const shared = sharedBy(path, flow, program, settings);
  const { dataFlow, schemas, templates, examined } = program;
  const actions = actionsOf(flow.statements);
  const passed = dataFlow.passed.get(path);
  const handed = passed && plainHanded(flow, passed.handed, passed.entry);
  const sent = actions.flatMap((action) => schemas.responses.sentBy(action));
  const stands =
    handed !== undefined &&
    isAlone(path, program) &&
    !isDoubtful(path, program) &&
    !hasUnread(flow, program.flows) &&
    !actions.some((action) => definitionOf(action).stylesheet?.(action) !== undefined) &&
    sent.every(({ response }) => response === undefined) &&
    namesIn(flow).length === 0 &&
    ![path, ...(program.files.readFor.get(path)?.keys() ?? [])].some(isRead);
  if (!stands) return { shared, summary: undefined };
  const names = new UpstreamNames(dataFlow.variables);
  const summary: FlowSummary = {
    ...factsOfTree(flow),
    handed,
    sets: [...(dataFlow.setBy.get(path)?.sets ?? [])].map(([slot, { type }]) => [slot, type]),
    settings: settings.map(({ name, known: schema }) => [name, schema]),
    errors: plainOf(errorMembers(flow, templates)),
    requests: sent.map(({ id }) => id ?? null),
    origins: names.in(flow, templates),
    connections: connectionsOf(flow, templates, names),
    examined: [...(examined.get(path) ?? [])],
  };
  return { shared, summary };
}

const plainOf = (names: ReadonlySet<string> | null): readonly string[] | null => names && [...names];

/** Tells whether a flow only runs for one operation. */
function isAlone(path: string, program: Program): boolean {
  const { initFlow, errorFlow, outsideFlow, configFlow } = program;
  const { calledFlows, postCheckFlows, registeredFlows, operationFlows } = program;
  return (
    operationFlows.has(path) &&
    ![initFlow, errorFlow, outsideFlow, configFlow].includes(path) &&
    ![calledFlows, postCheckFlows, registeredFlows].some((flows) => flows.has(path))
  );
}

/** Tells whether rules for the whole app have to look at a flow. */
function isDoubtful(path: string, { dataFlow }: Program): boolean {
  const reads = dataFlow.readsOf.get(path);
  return reads === undefined || reads.unset.size > 0 || reads.partlySet.size > 0 || reads.unseen.length > 0;
}
