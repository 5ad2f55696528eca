/** The reader of traces in the page of `flowc dev`: steps of a request, its flows, values at each step. */
import { describe, expect, test } from "vitest";
import { readErrors } from "../../../bin/commands/dev/page/request/error-chain.js";
import { stateAfter } from "../../../bin/commands/dev/page/request/state.js";
import { callersOf, readPassage } from "../../../bin/commands/dev/page/request/steps.js";
import { positionOf } from "../../../bin/commands/dev/page/shared/place.js";
import { action, flow, json, set, text, traceOf } from "./traces.js";

/** init.xml, then get.xml, which calls check.xml; the error flow answers. */
const failed = traceOf(
  [
    flow(0, "init.xml"),
    action(0.1, "init.xml:2:3", "eval", 0, 0.1),
    set(0.15, "tenant", "a"),
    flow(1, "get.xml"),
    action(1.1, "get.xml:2:3", "sub-flow", 0),
    flow(1.2, "check.xml"),
    action(1.3, "check.xml:3:3", "eval", 1, 0.1),
    set(1.35, "id", "x"),
    action(1.5, "check.xml:4:3", "error", 1),
    {
      kind: "error",
      at: 1.6,
      place: "check.xml:4:3",
      error: json({ message: "No digits.", code: 1, info: ["x"] }),
      status: 400,
    },
    flow(2, "error.xml"),
    action(2.1, "error.xml:2:3", "template", 0, 0.2),
    { kind: "output", at: 2.2, to: "template", value: json({ title: "No digits." }) },
  ],
  { response: { status: 400, fields: [], body: undefined } },
);

describe("steps", () => {
  test("one for each action, through all flows, in the actions that called them", () => {
    const { steps, hasActions } = readPassage(failed);
    expect(hasActions).toBe(true);
    expect(steps.map(({ name, parent, state }) => [name, parent, state])).toEqual([
      ["eval", undefined, "done"],
      ["sub-flow", undefined, "failed"],
      ["eval", 1, "done"],
      ["error", 1, "failed"],
      ["template", undefined, "done"],
    ]);
    expect(steps[3]?.position).toEqual({ file: "check.xml", line: 4, column: 3 });
    const error = steps[3];
    expect(error && callersOf(error, steps).map(({ index }) => index)).toEqual([1]);
  });

  test("have what happened until the next one", () => {
    const { steps } = readPassage(failed);
    expect(steps.map(({ events }) => events.map(({ kind }) => kind))).toEqual([
      ["variable", "flow"],
      ["flow"],
      ["variable"],
      ["error", "flow"],
      ["output"],
    ]);
  });

  test("run while the request does", () => {
    const running = traceOf([action(0, "get.xml:2:3", "request", 0)], {
      duration: undefined,
      response: undefined,
    });
    expect(readPassage(running).steps.map(({ state }) => state)).toEqual(["running"]);
    // An action that ended the request has no end of its own.
    expect(readPassage({ ...running, duration: 3 }).steps.map(({ state }) => state)).toEqual(["done"]);
  });

  test("have their upstream exchanges, told of in any order", () => {
    const exchange = (at: number, id: string, place: string) => ({
      kind: "upstream" as const,
      at,
      id,
      place,
      hop: 0,
      request: { method: "GET", target: `http://a/${id}`, fields: [], body: undefined },
      timing: {},
    });
    const { steps } = readPassage(
      traceOf([
        action(1, "get.xml:2:3", "request", 0, 0.1),
        action(2, "get.xml:5:3", "request", 0, 0.1),
        action(3, "get.xml:9:3", "template", 0, 9),
        exchange(3.5, "late", "get.xml:5:3"),
        exchange(1.05, "first", "get.xml:2:3"),
      ]),
    );
    expect(
      steps.map(({ events }) => events.map((event) => (event.kind === "upstream" ? event.id : ""))),
    ).toEqual([["first"], ["late"], []]);
  });

  test("are what happened, in a trace without actions", () => {
    const { steps, hasActions, flows } = readPassage(
      traceOf([flow(0, "get.xml"), { ...set(1, "id", "7"), place: "get.xml:2:3" }, set(2, "name", "Ada")]),
    );
    expect(hasActions).toBe(false);
    expect(steps.map(({ name, position }) => [name, position?.line])).toEqual([
      ["$id", 2],
      ["$name", undefined],
    ]);
    expect(flows.map(({ file }) => file)).toEqual(["get.xml"]);
  });

  test("are not what the log says of the request as a whole", () => {
    const message = { kind: "message" as const, at: 1, level: "debug", topic: "time", text: "0.001 s" };
    const { steps, before } = readPassage(traceOf([message], { flow: "" }));
    expect(steps).toEqual([]);
    expect(before).toEqual([message]);
  });

  test("are none in a trace of nothing", () => {
    const nothing = readPassage(traceOf([], { flow: "" }));
    expect(nothing).toMatchObject({ steps: [], flows: [], before: [] });
    expect(stateAfter(nothing, 0)).toEqual({ variables: [], outputs: [] });
  });
});

describe("flows", () => {
  test("have their part in the request, and where to begin", () => {
    expect(readPassage(failed).flows).toEqual([
      { file: "init.xml", role: "init", times: 1, firstStep: 0 },
      { file: "get.xml", role: "operation", times: 1, firstStep: 1 },
      { file: "check.xml", role: "sub-flow", times: 1, firstStep: 2 },
      { file: "error.xml", role: "error flow", times: 1, firstStep: 4 },
    ]);
  });

  test("a sub-flow that is called twice is there once", () => {
    const { flows } = readPassage(
      traceOf([
        flow(0, "get.xml"),
        action(1, "get.xml:2:3", "sub-flow", 0, 1),
        flow(1.1, "check.xml"),
        action(3, "get.xml:3:3", "sub-flow", 0, 1),
        flow(3.1, "check.xml"),
        action(3.2, "check.xml:2:3", "eval", 1, 0.1),
      ]),
    );
    expect(flows).toEqual([
      { file: "get.xml", role: "operation", times: 1, firstStep: 0 },
      { file: "check.xml", role: "sub-flow", times: 2, firstStep: 2 },
    ]);
  });

  test("a sub-flow is known by its actions as well", () => {
    const { flows } = readPassage(
      traceOf([
        flow(0, "get.xml"),
        action(1, "get.xml:2:3", "sub-flow", 0, 1),
        action(1.1, "check.xml:2:3", "eval", 1, 0.1),
        action(3, "get.xml:3:3", "template", 0, 1),
        { kind: "error", at: 3.5, error: json({}) },
        flow(4, "error.xml"),
      ]),
    );
    expect(flows.map(({ file, role }) => [file, role])).toEqual([
      ["get.xml", "operation"],
      ["check.xml", "sub-flow"],
      ["error.xml", "error flow"],
    ]);
  });

  test("files of other places that ran are there as well", () => {
    const { flows } = readPassage(
      traceOf([flow(0, "get.xml")], { ran: [{ file: "fields.tmpl", lines: { 1: 1 } }] }),
    );
    expect(flows.map(({ file, role }) => [file, role])).toEqual([
      ["get.xml", "operation"],
      ["fields.tmpl", "flow"],
    ]);
  });
});

describe("the state at a step", () => {
  test("what the step set comes first, with what it was", () => {
    const passage = readPassage(
      traceOf([
        action(1, "get.xml:2:3", "eval", 0, 1),
        set(1.1, "b", "1"),
        set(1.2, "a", "1"),
        action(3, "get.xml:3:3", "eval", 0, 1),
        set(3.1, "b", "2"),
        set(3.2, "b", "3"),
        action(5, "get.xml:4:3", "eval", 0, 1),
        set(5.1, "a", "1"),
      ]),
    );
    const shown = (index: number) =>
      stateAfter(passage, index).variables.map(({ name, value, before, isSet, isChanged }) => [
        name,
        value.text,
        before?.text,
        isSet,
        isChanged,
      ]);
    expect(shown(0)).toEqual([
      ["a", "1", undefined, true, true],
      ["b", "1", undefined, true, true],
    ]);
    expect(shown(1)).toEqual([
      ["b", "3", "1", true, true],
      ["a", "1", "1", false, false],
    ]);
    expect(shown(2)).toEqual([
      ["a", "1", "1", true, false],
      ["b", "3", "3", false, false],
    ]);
  });

  test("names of variables are names and nothing else", () => {
    const passage = readPassage(
      traceOf([
        action(1, "get.xml:2:3", "eval", 0, 1),
        set(1.1, "__proto__", "1"),
        set(1.2, "constructor", "2"),
      ]),
    );
    expect(stateAfter(passage, 0).variables.map(({ name }) => name)).toEqual(["__proto__", "constructor"]);
  });

  test("an error is $error, and outputs are kept until they are written again", () => {
    const passage = readPassage(failed);
    expect(stateAfter(passage, 2).variables.map(({ name }) => name)).toEqual(["id", "tenant"]);
    expect(stateAfter(passage, 3).variables.map(({ name }) => name)).toEqual(["error", "id", "tenant"]);
    expect(stateAfter(passage, 3).outputs).toEqual([]);
    expect(stateAfter(passage, 4).outputs).toMatchObject([
      { name: "template", value: json({ title: "No digits." }), before: undefined, isSet: true },
    ]);
  });
});

test("header fields that several actions set are shown together", () => {
  const headers = (at: number, value: unknown) => ({
    kind: "output" as const,
    at,
    to: "headers",
    value: json(value),
  });
  const passage = readPassage(
    traceOf([
      action(1, "get.xml:2:3", "set-response-headers", 0, 1),
      headers(1.1, { "X-A": "1", "x-b": "3" }),
      action(3, "get.xml:3:3", "set-response-headers", 0, 1),
      headers(3.1, { "x-a": "4" }),
    ]),
  );
  expect(stateAfter(passage, 1).outputs).toMatchObject([
    { name: "headers", value: json({ "x-a": "4", "x-b": "3" }), isSet: true, isChanged: true },
  ]);
});

describe("errors", () => {
  test("the way from where it was thrown to the answer", () => {
    const [chain, ...more] = readErrors(failed, readPassage(failed));
    expect(more).toEqual([]);
    expect(chain).toMatchObject({
      message: "No digits.",
      info: ["x"],
      position: { file: "check.xml", line: 4 },
      step: { index: 3 },
      callers: [{ index: 1 }],
      handler: { file: "error.xml", firstStep: 4 },
      answer: 400,
    });
  });

  test("one that no flow answers", () => {
    const trace = traceOf(
      [action(1, "get.xml:2:3", "eval", 0), { kind: "error", at: 2, error: text("out of order") }],
      { response: undefined },
    );
    expect(readErrors(trace, readPassage(trace))).toMatchObject([
      { message: "out of order", position: { line: 2 }, handler: undefined, answer: undefined },
    ]);
  });
});

test.each([
  ["users/get.xml:12:3", { file: "users/get.xml", line: 12, column: 3 }],
  ["users/get.xml:12", { file: "users/get.xml", line: 12, column: 1 }],
  ["users/get.xml", { file: "users/get.xml", line: 0, column: 1 }],
  ["a:b.xml:4:5", { file: "a:b.xml", line: 4, column: 5 }],
])("reads the place %s", (place, position) => {
  expect(positionOf(place)).toEqual(position);
});
