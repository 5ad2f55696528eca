import { relative, resolve } from "node:path";
import type { Program } from "../../../compiler/analyse/program.js";
import {
  type Answered,
  answeredBy,
  answeredOperations,
  methodAndPath,
} from "../../../compiler/eject/operations.js";
import { isHandlerPath } from "../../../compiler/syntax/handler.js";
import { nearest } from "../../../runtime/base/nearest.js";

/** A flow that becomes a handler. */
export interface Target {
  readonly flow: string;
  /** Those that the handler answers. */
  readonly operations: readonly Answered[];
  /** True if other flows call the handler in place of it. */
  readonly isCalled: boolean;
}

/** The flows of all operations that flows answer. */
export const allTargets = (program: Program): readonly Target[] =>
  merged(
    answeredOperations(program)
      .filter((one) => whyNot(one) === undefined)
      .map((one) => ({ flow: one.flow, operations: [one], isCalled: false })),
  );

/** @throws Error if a name is no flow that can become a handler */
export function chosenTargets(
  program: Program,
  directory: string,
  names: readonly string[],
): readonly Target[] {
  return merged(
    names.map((name) => {
      const operations = operationsOf(program, name);
      if (operations.length === 0) return flowTarget(program, directory, name);
      for (const one of operations) {
        const why = whyNot(one);
        if (why !== undefined) throw new Error(why);
      }
      return { flow: operations[0]?.flow ?? "", operations, isCalled: false };
    }),
  );
}

function merged(targets: readonly Target[]): readonly Target[] {
  const byFlow = new Map<string, Target>();
  for (const { flow, operations, isCalled } of targets) {
    const other = byFlow.get(flow);
    const both = operations.concat((other?.operations ?? []).filter((one) => !operations.some(isSame(one))));
    byFlow.set(flow, { flow, operations: both, isCalled: isCalled || other?.isCalled === true });
  }
  return [...byFlow.values()];
}

const isSame = (a: Answered) => (b: Answered) => a.operation === b.operation;

/**
 * The operations that a name means: an ID, `GET /orders`, or a path that has one.
 * @throws Error if it may mean several
 */
export function operationsOf(program: Program, name: string): readonly Answered[] {
  const all = answeredOperations(program);
  const byId = all.filter(({ operation }) => operation.operation?.operationId === name);
  if (byId.length > 0) return byId;
  const [, method = "", path = name] = /^([a-z]+) +(\/.*)$/i.exec(name) ?? [];
  const found = all.filter(({ route: { pattern }, operation }) => {
    const isPath = path === pattern || path === `${program.api.basePath}${pattern}`;
    return isPath && (method === "" || method.toUpperCase() === operation.method);
  });
  if (found.length < 2) return found;
  const names = found.map(({ route, operation }) => `"${methodAndPath(route, operation)}"`);
  throw new Error(`${name} has several operations: ${names.join(", ")}.`);
}

function whyNot({ name, flow, operation: { flow: reference } }: Answered): string | undefined {
  if (reference.isMocked) return `${name} has no flow: mocks answer it.`;
  if (reference.proxy !== undefined) return `${name} has no flow: x-flow-proxy answers it.`;
  return isHandlerPath(flow) ? `${name} is a handler already: ${flow}.` : undefined;
}

/** The path of a file in the flow directory, named from there or from where the user is. */
export function pathOf(
  directory: string,
  name: string,
  isKnown: (path: string) => boolean,
): string | undefined {
  const here = relative(resolve(directory), resolve(name)).replaceAll("\\", "/");
  return [here, name.replace(/^\.\//, "")].find(isKnown);
}

function flowTarget(program: Program, directory: string, name: string): Target {
  const { files, flows, calledFlows } = program;
  const flow =
    pathOf(directory, name, (path) => flows.has(path)) ?? pathOf(directory, name, (path) => files.has(path));
  if (flow === undefined) {
    const known = [...answeredOperations(program).map((one) => one.name), ...flows.keys()];
    const meant = nearest(name, known);
    throw new Error(
      `There is no operation and no flow ${name}.${meant === undefined ? "" : ` Did you mean ${meant}?`}`,
    );
  }
  const role = roleOf(program, flow);
  if (role !== undefined) throw new Error(`${flow} ${role}`);
  const operations = answeredBy(program, flow);
  const isCalled = calledFlows.has(flow);
  if (operations.length === 0 && !isCalled)
    throw new Error(`${flow} is no flow that an operation or another flow uses.`);
  return { flow, operations, isCalled };
}

/** Why a flow has to stay one. */
function roleOf(program: Program, flow: string): string | undefined {
  if (isHandlerPath(flow)) return "is a handler already.";
  if (flow === program.initFlow)
    return "is the init flow, which sets variables for all others: it stays XML.";
  if (flow === program.errorFlow) return "is the error flow, which answers for all others: it stays XML.";
  if (flow === program.outsideFlow) return "answers requests outside the base path, and stays XML.";
  if (flow === program.configFlow) return "decides what is validated, and stays XML.";
  if (program.postCheckFlows.has(flow)) return "runs after the check of a token, and stays XML.";
  return undefined;
}
