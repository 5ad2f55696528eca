/** The notes of the page of `flowc dev` behind the lines of a flow, and the links to a step. */
import { expect, test } from "vitest";
import { inOneLine, notesOf, resultOf } from "../../../bin/commands/dev/page/request/notes.js";
import { readPassage } from "../../../bin/commands/dev/page/request/steps.js";
import { action, json, set, text, traceOf } from "./traces.js";

const { steps } = readPassage(
  traceOf([
    action(1, "get.xml:2:3", "eval", 0, 0.5),
    set(1.1, "id", "7"),
    set(1.2, "name", "Ada"),
    action(2, "get.xml:3:3", "sub-flow", 0, 2),
    action(2.1, "check.xml:2:3", "eval", 1, 0.5),
    set(2.2, "elsewhere", "1"),
    action(5, "get.xml:4:3", "request", 0, 20),
    {
      kind: "upstream",
      at: 5.1,
      id: "user",
      hop: 0,
      place: "get.xml:4:3",
      request: { method: "GET", target: "http://a/", fields: [], body: undefined },
      response: { status: 200, fields: [], body: undefined },
      timing: { ended: 12 },
    },
    action(30, "get.xml:2:3", "eval", 0, 0.5),
    set(30.1, "id", "8"),
  ]),
);

test("the values that a line set, up to the step that is shown", () => {
  expect([...notesOf("get.xml", steps, 2)]).toEqual([[2, '$id = "7"  $name = "Ada"']]);
  expect([...notesOf("get.xml", steps, 4)]).toEqual([
    [2, '$id = "8"'],
    [4, "user → 200 in 12 ms"],
  ]);
  expect([...notesOf("check.xml", steps, 4)]).toEqual([[2, '$elsewhere = "1"']]);
});

test("what a directory has answered", () => {
  const request = { method: "SEARCH", target: "ldap://a/", fields: [], body: undefined };
  const asked = { kind: "upstream", at: 1, id: "ldap-query", hop: 0, service: "directory", request } as const;
  expect(resultOf({ ...asked, result: "2 entries", timing: { ended: 3 } })).toBe("2 entries in 3.0 ms");
  expect(resultOf({ ...asked, failure: "No answer.", timing: {} })).toBe("failed");
});

test.each([
  [text('a "b"\n  c'), '"a \\"b\\" c"'],
  [text("x".repeat(1_000_000)), `"${"x".repeat(59)}…"`],
  [json({ a: 1 }), '{"a":1}'],
  [{ type: "empty", text: "" } as const, "nothing"],
])("a value in one line", (value, line) => {
  expect(inOneLine(value)).toBe(line);
});
