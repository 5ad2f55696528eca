import { nearest } from "../../../runtime/base/nearest.js";
import { factsOf } from "../../constructs/actions/facts.js";
import type { Files } from "../../source/files.js";
import { oncePer } from "../../source/remembered.js";
import type { Action } from "../../syntax/flow.js";
import { tagPlace } from "../../syntax/flow.js";
import { type AppFlow, treeFact } from "../../syntax/flow-summary.js";
import { actionsOf } from "../../syntax/statements.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import { templateTexts } from "../../syntax/visit-template.js";
import { predefinedVariables } from "../expressions/predefined.js";
import { flowExpressions } from "../flows/expressions.js";
import type { Rule } from "./rule.js";

/** Finds variables that a flow writes, and that nothing in the flow directory reads. */
export const unread: Rule = ({ app, flows, variables, reporter }) => ({
  end() {
    if (reporter.hasErrors) return;
    const read = new Set(readIn(app.flows));
    const isUnread = isUnreadBy(read);
    const some = [...flows.values()].filter((flow) => namesWrittenIn(flow).some(isUnread));
    const unread = some
      .flatMap(({ statements }) => writtenIn(actionsOf(statements)))
      .filter(([name]) => isUnread(name));
    if (unread.length === 0) return;
    // A name that nothing sets is a mistake already: it may mean one of these.
    for (const name of read) if (!variables.has(name)) read.add(nearest(name, variables) ?? name);
    const named = new Set(
      [...app.files.names].flatMap((path) => (app.flows.has(path) ? [] : namesIn(textIn(path, app.files)))),
    );
    for (const [name, action] of unread)
      if (!named.has(name) && !read.has(name)) reporter.report(tagPlace(action), "variableUnread", { name });
  },
});

const isUnreadBy = (read: ReadonlySet<string>) => (name: string) =>
  !read.has(name) && !predefinedVariables.has(name);

const readIn = oncePer(
  (flows: ReadonlyMap<string, AppFlow>): ReadonlySet<string> =>
    new Set([...flows.values()].flatMap(variablesReadIn)),
);

/** Tells whether this rule has to look at a flow: it writes a variable that no flow reads. */
export const hasUnread = (flow: AppFlow, flows: ReadonlyMap<string, AppFlow>): boolean =>
  namesWrittenIn(flow).some(isUnreadBy(readIn(flows)));

/** The names of the variables that the expressions of a flow read, and those in texts such as the `src` of a request. */
export const variablesReadIn = treeFact("reads", (flow) => {
  const names = new Set<string>();
  for (const expression of flowExpressions(flow))
    walkExpression(expression, (inner) => {
      if (inner.kind === "variable") names.add(inner.name);
    });
  for (const action of actionsOf(flow.statements))
    for (const template of factsOf(action).templates)
      for (const text of templateTexts(template)) for (const name of namesIn(text)) names.add(name);
  return [...names];
});

/** The variables that actions write, each with the first action that does. */
function writtenIn(actions: Iterable<Action>): readonly (readonly [string, Action])[] {
  const written = new Map<string, Action>();
  for (const action of actions) {
    const to = factsOf(action).writes?.to;
    if (to?.kind === "variable" && !written.has(to.variable.name)) written.set(to.variable.name, action);
  }
  return [...written];
}

/** Tests and stylesheets may name variables, too. */
const textIn = (path: string, files: Files): string =>
  (/\.(?:xml|xslt?)$/.test(path) ? files.get(path)?.text : undefined) ?? "";

export const namesWrittenIn = treeFact("writes", ({ statements }) =>
  writtenIn(actionsOf(statements)).map(([name]) => name),
);

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$([\w-]+)/g)].map(([, name = ""]) => name);
}
