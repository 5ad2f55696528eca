/** Two requests side by side. */
import { describe, expect, test } from "vitest";
import {
  bodyText,
  lineDifference,
  pairTimes,
  partsOf,
} from "../../../bin/commands/dev/page/compare/compare.js";
import type { TraceEvent } from "../../../runtime/observe/trace/format.js";
import { body, traceOf } from "../support/traces.js";

const traced = (...events: TraceEvent[]) => traceOf({ target: "/", flow: "a.xml", events });

const action = (name: string, line: number, took: number): TraceEvent => ({
  ...{ kind: "action", at: 0, name, place: `a.xml:${line}:1`, depth: 0, took },
});

const variable = (name: string, text: string): TraceEvent => ({
  ...{ kind: "variable", at: 0, name, value: { type: "string", text } },
});

const upstream = (id: string, hop: number, ended: number): TraceEvent => ({
  ...{ kind: "upstream", at: 0, id, hop, timing: { ended } },
  request: { method: "GET", target: "http://a/", fields: [], body: undefined },
});

describe("lines", () => {
  test("are the same, removed and added", () => {
    expect(lineDifference("a\nb", "a\nb")).toEqual([]);
    expect(lineDifference("a\nb\nc", "a\nx\nc\n")).toEqual([" a", "-b", "+x", " c"]);
    expect(lineDifference("", "a")).toEqual(["+a"]);
  });

  test("far from a difference are left out", () => {
    const lines = Array.from({ length: 30 }, (_, index) => `${index}`);
    const other = lines.with(10, "x").with(20, "y").join("\n");
    expect(lineDifference(lines.join("\n"), other)).toEqual([
      ...[" 7", " 8", " 9", "-10", "+x", " 11", " 12", " 13"],
      ...["⋯", " 17", " 18", " 19", "-20", "+y", " 21", " 22", " 23"],
    ]);
  });

  test("of texts that have nothing in common are shown, however many they are", () => {
    const many = (text: string) => Array.from({ length: 30_000 }, (_, index) => `${text}${index}`).join("\n");
    expect(lineDifference(many("a"), many("b")).length).toBe(4000);
  });

  test("of JSON are laid out, of bytes are cut, and say what was not kept", () => {
    expect(bodyText(body("application/problem+json", '{"a":[1]}'))).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(bodyText(body("application/json", '{"a"'))).toBe('{"a"');
    const lengths = bodyText(body("a/b", new Uint8Array(60)))
      .split("\n")
      .map(({ length }) => length);
    expect(lengths).toEqual([76, 4]);
    expect(bodyText({ ...body("a/b", "x"), isCut: true })).toBe("x\n(only its beginning was kept)");
    expect(bodyText({ bytes: 1, isCut: true })).toBe("(passed on unread)");
    expect(bodyText(undefined)).toBe("");
  });
});

describe("requests", () => {
  test("have fields by their name, whatever its case, and the last values of their variables", () => {
    const fields = [
      ["B", "1"],
      ["a", "1"],
      ["A", "2"],
    ] as const;
    const parts = partsOf(
      traceOf({ target: "/", flow: "", fields, events: [variable("x", "1"), variable("x", "2")] }),
      traced(variable("__proto__", "3")),
    );
    const [one, other] = (["one", "other"] as const).map(
      (side) => new Map(parts.map((part) => [part.title, part[side]])),
    );
    expect(one?.get("Header fields of the request")).toBe("a: 1\na: 2\nb: 1");
    expect(one?.get("Variables at the end")).toBe("$x = 2");
    expect(other?.get("Variables at the end")).toBe("$__proto__ = 3");
  });

  test("have times of actions by place, and of upstream requests by ID, redirect, and how many there were", () => {
    const one = traced(
      action("eval", 1, 1),
      upstream("main", 0, 1),
      upstream("main", 1, 2),
      upstream("main", 0, 3),
    );
    const other = traced(action("eval", 1, 2), upstream("main", 0, 4), action("copy", 3, 5));
    expect(pairTimes(one, other)).toEqual([
      { name: "eval a.xml:1:1", one: 1, other: 2 },
      { name: "upstream request main", one: 1, other: 4 },
      { name: "upstream request main, redirect 1", one: 2, other: undefined },
      { name: "upstream request main (2)", one: 3, other: undefined },
      { name: "copy a.xml:3:1", one: undefined, other: 5 },
    ]);
  });
});
