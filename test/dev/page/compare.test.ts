/** What is different between two requests. */
import { describe, expect, test } from "vitest";
import {
  pairActions,
  pairFields,
  pairUpstream,
  pairVariables,
} from "../../../bin/commands/dev/page/compare/compare.js";
import { comparable, lineDifference } from "../../../bin/commands/dev/page/compare/lines.js";
import type { ActionEvent, TraceEvent, UpstreamEvent } from "../../../runtime/observe/trace/format.js";
import { body, traceOf } from "../support/traces.js";

const traced = (...events: TraceEvent[]) => traceOf({ target: "/", flow: "a.xml", events });

const action = (name: string, line: number, took?: number): ActionEvent => ({
  kind: "action",
  at: 0,
  name,
  place: `a.xml:${line}:1`,
  depth: 0,
  ...(took === undefined ? {} : { took }),
});

const variable = (name: string, text: string): TraceEvent => ({
  kind: "variable",
  at: 0,
  name,
  value: { type: "string", text },
});

const upstream = (id: string, hop: number, ended: number): UpstreamEvent => ({
  kind: "upstream",
  at: 0,
  id,
  hop,
  request: { method: "GET", target: "http://a/", fields: [], body: undefined },
  timing: { ended },
});

describe("lines", () => {
  const shown = (one: string, other: string) =>
    lineDifference(one, other).map(
      ({ kind, text }) => `${{ same: " ", removed: "-", added: "+", gap: "~" }[kind]}${text}`,
    );

  test("are the same, removed and added", () => {
    expect(shown("a\nb", "a\nb")).toEqual([]);
    expect(shown("a\nb\nc", "a\nx\nc\n")).toEqual([" a", "-b", "+x", " c"]);
    expect(shown("", "a")).toEqual(["+a"]);
  });

  test("far from a difference are counted", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `${index}`);
    expect(shown(lines.join("\n"), lines.with(10, "x").join("\n"))).toEqual([
      ..."~7 equal lines, 7, 8, 9,-10,+x, 11, 12, 13,~6 equal lines".split(","),
    ]);
  });

  test("of texts that have nothing in common are shown, however many they are", () => {
    const many = (text: string) => Array.from({ length: 30_000 }, (_, index) => `${text}${index}`).join("\n");
    const begun = performance.now();
    expect(lineDifference(many("a"), many("b")).length).toBe(4000);
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  test("of JSON are laid out, of bytes are cut", () => {
    expect(comparable(body("application/problem+json", '{"a":[1]}'))).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(comparable(body("application/json", '{"a"'))).toBe('{"a"');
    expect(
      comparable(body("a/b", new Uint8Array(60)))
        .split("\n")
        .map(({ length }) => length),
    ).toEqual([76, 4]);
    expect(comparable(undefined)).toBe("");
  });
});

describe("requests", () => {
  test("have fields by their name, whatever its case", () => {
    const one = [
      ["B", "1"],
      ["a", "1"],
      ["A", "2"],
    ] as const;
    expect(
      pairFields(one, [
        ["b", "1"],
        ["__proto__", "3"],
      ]),
    ).toEqual([
      { name: "a", one: "1\n2", other: undefined },
      { name: "b", one: "1", other: "1" },
      { name: "__proto__", one: undefined, other: "3" },
    ]);
  });

  test("have the last values of their variables", () => {
    const pairs = pairVariables(traced(variable("x", "1"), variable("x", "2")), traced(variable("y", "3")));
    expect(pairs).toEqual([
      { name: "x", one: { type: "string", text: "2" }, other: undefined },
      { name: "y", one: undefined, other: { type: "string", text: "3" } },
    ]);
  });

  test("have the actions of both, those that only one has alone", () => {
    const one = traced(action("eval", 1, 1), action("request", 2, 5), action("template", 4, 1));
    const other = traced(action("eval", 1, 2), action("copy", 3, 1), action("template", 4, 3));
    expect(pairActions(one, other).map((each) => [each.name, each.one?.took, each.other?.took])).toEqual([
      ["eval", 1, 2],
      ["request", 5, undefined],
      ["copy", undefined, 1],
      ["template", 1, 3],
    ]);
  });

  test("have upstream requests by ID, redirect, and how many there were", () => {
    const one = traced(upstream("main", 0, 1), upstream("main", 1, 2), upstream("main", 0, 3));
    const other = traced(upstream("main", 0, 4));
    expect(
      pairUpstream(one, other).map((each) => [each.name, each.one?.timing.ended, each.other?.timing.ended]),
    ).toEqual([
      ["main", 1, 4],
      ["main, redirect 1", 2, undefined],
      ["main (2)", 3, undefined],
    ]);
  });
});
