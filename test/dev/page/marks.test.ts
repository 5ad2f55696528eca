/** The marks of the page of `flowc dev` beside the lines of a flow, and how it draws upstream exchanges. */
import { describe, expect, test } from "vitest";
import type { FlowSource } from "../../../bin/commands/dev/api.js";
import {
  errorMessage,
  indexLinks,
  markLines,
  moduleKey,
  skippedModuleLines,
} from "../../../bin/commands/dev/page/request/marks.js";
import { readPassage } from "../../../bin/commands/dev/page/request/steps.js";
import { readWaterfall } from "../../../bin/commands/dev/page/request/waterfall.js";
import type { Trace, UpstreamTiming } from "../../../runtime/observe/trace/format.js";
import { action, json, traceOf } from "./traces.js";

const source: FlowSource = {
  file: "get.xml",
  build: 1,
  text: "<flow>\n  <eval/>\n  <template>\n    {\n    }\n  </template>\n  <eval/>\n</flow>",
  codeLines: [2, 3, 4, 7],
  actions: [
    { place: "get.xml:2:3", name: "eval", line: 2, endLine: 2 },
    { place: "get.xml:3:3", name: "template", line: 3, endLine: 6 },
    { place: "get.xml:7:3", name: "eval", line: 7, endLine: 7 },
  ],
  modules: [],
  links: [],
};

const marks = (trace: Trace) => markLines(source, 8, trace, readPassage(trace));

describe("lines", () => {
  test("that ran have their count; actions of other ways are skipped as a whole", () => {
    const lines = marks(traceOf([], { ran: [{ file: "get.xml", lines: { 2: 1, 7: 3 } }] }));
    expect(lines.map(({ ran, isSkipped }) => (isSkipped ? "skipped" : ran))).toEqual([
      undefined,
      1,
      "skipped",
      "skipped",
      "skipped",
      "skipped",
      3,
      undefined,
    ]);
  });

  test("that ran inside an action that is counted elsewhere are not skipped", () => {
    const lines = marks(traceOf([], { ran: [{ file: "get.xml", lines: { 4: 2 } }] }));
    expect(lines.map(({ ran, isSkipped }) => (isSkipped ? "skipped" : ran)).slice(2, 6)).toEqual([
      "skipped",
      2,
      "skipped",
      "skipped",
    ]);
  });

  test("of an action whose condition is not true: all but the condition are skipped", () => {
    const lines = marks(traceOf([], { ran: [{ file: "get.xml", lines: { 3: 1, 4: 0 } }] }));
    expect(lines.map(({ isSkipped }) => isSkipped).slice(2, 6)).toEqual([false, true, true, true]);
  });

  test("where nobody counted, what happened is counted, and nothing is skipped", () => {
    const lines = marks(
      traceOf([action(1, "get.xml:2:3", "eval", 0, 1), action(2, "other.xml:7:3", "eval", 0, 1)]),
    );
    expect(lines.map(({ ran }) => ran)).toEqual([undefined, 1, ...Array(6).fill(undefined)]);
    expect(lines.some(({ isSkipped }) => isSkipped)).toBe(false);
  });

  test("have the messages of errors", () => {
    const lines = marks(
      traceOf([
        { kind: "error", at: 1, place: "get.xml:7:3", error: json({ message: "no user" }) },
        { kind: "error", at: 2, place: "error.xml:7:3", error: json({ message: "elsewhere" }) },
      ]),
    );
    expect(lines.map(({ errors }) => errors)).toEqual([[], [], [], [], [], [], ["no user"], []]);
  });
});

test.each([
  ['{"message":"a"}', "a"],
  ['{"message":{"a":1}}', '{"a":1}'],
  ['{"status":400}', '{"status":400}'],
  ["null", "null"],
  ['{"message":"cut', '{"message":"cut'],
])("the message of %s is %s", (error, message) => {
  expect(errorMessage(error)).toBe(message);
});

test("lines are linked both ways, many to many", () => {
  const links = [
    { flowLine: 2, module: "endpoints/get.ts", moduleLine: 5 },
    { flowLine: 2, module: "endpoints/get.ts", moduleLine: 6 },
    { flowLine: 2, module: "flows/init.ts", moduleLine: 5 },
    { flowLine: 3, module: "endpoints/get.ts", moduleLine: 6 },
  ];
  const { fromFlow, fromModule } = indexLinks(links);
  expect(fromFlow.get(2)).toEqual(links.slice(0, 3));
  expect(fromModule.get(moduleKey("endpoints/get.ts", 6))?.map(({ flowLine }) => flowLine)).toEqual([2, 3]);
  expect(fromModule.get(moduleKey("endpoints/get.ts", 9))).toBeUndefined();
});

test("lines of a module are skipped if all that they come from is", () => {
  const module = "endpoints/get.ts";
  const links = indexLinks([
    { flowLine: 2, module, moduleLine: 5 },
    { flowLine: 3, module, moduleLine: 5 },
    { flowLine: 3, module, moduleLine: 6 },
    { flowLine: 3, module: "flows/init.ts", moduleLine: 9 },
  ]);
  const lines = marks(traceOf([], { ran: [{ file: "get.xml", lines: { 2: 1 } }] }));
  expect([...skippedModuleLines(module, links, lines)]).toEqual([6]);
});

describe("the waterfall", () => {
  const exchange = (at: number, id: string, timing: UpstreamTiming) => ({
    kind: "upstream" as const,
    at,
    id,
    hop: 0,
    request: { method: "GET", target: `http://a/${id}`, fields: [], body: undefined },
    timing,
  });

  test("is as wide as what lasts longest, with round moments", () => {
    const { exchanges, width } = readWaterfall(
      traceOf([
        exchange(12, "late", { connected: 1, firstByte: 20, ended: 25 }),
        exchange(2, "early", { firstByte: 3, ended: 4 }),
      ]),
    );
    expect(
      exchanges.map(({ event, begin, connected, firstByte, end }) => [
        event.id,
        begin,
        connected,
        firstByte,
        end,
      ]),
    ).toEqual([
      ["early", 2, undefined, 5, 6],
      ["late", 12, 13, 32, 37],
    ]);
    expect(width).toBe(37);
  });

  test("grows while an exchange lasts", () => {
    const { exchanges, width } = readWaterfall(
      traceOf([exchange(2, "a", { connected: 7 })], { duration: undefined }),
    );
    expect(exchanges[0]?.end).toBeUndefined();
    expect(width).toBe(9);
  });
});
