/** Handlers of large flows, and of many flows, take time in proportion. */
import { expect, test } from "vitest";
import { allTargets } from "../../bin/commands/eject/chosen.js";
import {
  movedFiles,
  namedPaths,
  Planner,
  type WithProgram,
  withAnyHandlers,
} from "../../bin/commands/eject/plan.js";
import { eject } from "../../compiler/eject/index.js";
import { answeredOperations } from "../../compiler/eject/operations.js";
import { compile } from "../../compiler/index.js";
import type { Inputs } from "../../compiler/source/read-directory.js";
import { type Files, inputOf, isError } from "../support/compile.js";
import { expectLinear } from "../support/growth.js";
import { apiFiles } from "../support/samples.js";

const each = <T>(count: number, part: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => part(index));

const repeat = (count: number, part: (index: number) => string): string => each(count, part).join("");

async function compiled(files: Files): Promise<WithProgram> {
  const { program, ...found } = await compile(inputOf(files));
  expect(found.diagnostics.filter(isError)).toEqual([]);
  if (program === undefined) throw new Error("There is no program.");
  return { ...found, program };
}

/** Expects that `run` takes time in proportion, for apps that are compiled before. */
async function expectLinearOf<T>(
  prepare: (size: number) => Promise<T>,
  run: (prepared: T) => void,
  size: number,
): Promise<void> {
  const prepared = new Map<number, T>();
  for (const each of [size, 10 * size]) prepared.set(each, await prepare(each));
  expectLinear((each) => run(prepared.get(each) as T), size);
}

test.each<[string, (count: number) => string]>([
  ["evals", (count) => repeat(count, (index) => `<eval out="$v${index + 1}">$v${index} + 1</eval>`)],
  [
    "variables that are node-sets",
    (count) =>
      `${repeat(count, (index) => `<eval out="$v${index}">$body/json/l/value[a = "x"]</eval>`)}
      <template>[ ${each(count, (index) => `{{ $v${index}/b }}`).join()} ]</template>`,
  ],
  [
    "variables whose nodes are asked for",
    (count) =>
      repeat(
        count,
        (index) => `<eval out="$v${index}">$body/json/a</eval><log>{ "n": {{ name($v${index}) }} }</log>`,
      ),
  ],
  [
    "actions that stay XML",
    (count) =>
      repeat(count, (index) => `<eval out="$v${index}">uuid4()</eval><log>{ "v": {{ $v${index} }} }</log>`),
  ],
  [
    "branches",
    (count) =>
      `<if test="$body/json/a"><log>{}</log></if>${repeat(count, (index) => `<elseif test="$body/json/a${index}"><log>{ "b": {{ $body/json/b }} }</log></elseif>`)}`,
  ],
  ["options", (count) => `<template>{}</template>${repeat(count, field)}`],
  [
    "options that stay XML",
    (count) => repeat(count, (index) => `<if test="$request/get/q">${field(index)}</if>`),
  ],
  ["calls", (count) => repeat(count, (index) => `<eval out="$v${index}">1</eval><sub-flow src="sub.xml"/>`)],
  [
    "calls of flows that send requests",
    (count) =>
      repeat(
        count,
        (index) =>
          `<request content="r${index}">{ "url": "http://a/" }</request><sub-flow src="asks${index}.xml"/>`,
      ),
  ],
  [
    "members of objects",
    (count) =>
      `<template>{ ${each(count, (index) => `{{: $body/json/a${index} }}`).join("{{,}}")} }</template>`,
  ],
])("%s cost no more than their number", async (_, flow) => {
  const prepare = (count: number) => {
    const asks = each(count, (index) => [
      `asks${index}.xml`,
      `<flow><request content="q${index}">{ "url": "http://a/" }</request></flow>`,
    ]);
    const files = { "sub.xml": '<flow><eval out="$w">1</eval></flow>', ...Object.fromEntries(asks) };
    return compiled(apiFiles({ "/x": flow(count) }, { files }));
  };
  await expectLinearOf(
    prepare,
    (found) => {
      const app = anew(found);
      const operations = answeredOperations(app.program).map(({ operation }) => operation);
      eject(app, "0.xml", "handlers/x.ts", operations);
    },
    200,
  );
});

const field = (index: number): string =>
  `<set-response-headers>{ "X-${index}": {{ $request/get/q }} }</set-response-headers>`;

test("operations cost no more than their number", async () => {
  const prepare = async (count: number) => {
    const paths = each(count, (index) => [`/x${index}`, `<template>{ "a": ${index} }</template>`]);
    const files = apiFiles(Object.fromEntries(paths));
    const [app, inputs] = [await compiled(files), inputOf(files)];
    const { placed } = planned(app, inputs);
    const { program } = await compile(withAnyHandlers(placed, inputs), { findsOnly: true });
    return { app, inputs, described: { ...app, program: program ?? app.program } };
  };
  await expectLinearOf(
    prepare,
    ({ app, inputs, described }) => {
      const { planner, placed } = planned(anew(app), inputs);
      const { program } = anew(described);
      const moves = placed.map((one) => planner.move(one, program));
      movedFiles(moves, inputs);
      namedPaths(inputs, new Set());
    },
    200,
  );
});

/** The same app, of which nothing is remembered. */
const anew = ({ program, ...found }: WithProgram): WithProgram => ({ ...found, program: { ...program } });

function planned(app: WithProgram, { list }: Inputs) {
  const planner = new Planner(app, list, new Map());
  return { planner, placed: allTargets(app.program).map((target) => planner.place(target)) };
}
