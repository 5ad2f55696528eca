/** Which facts have changed that flows decide together: a short form of what `test/session.test.ts` shows with apps. */
import { expect, test } from "vitest";
import { Slices } from "../../compiler/analyse/slices/slices.js";
import { changedFacts, type Shared } from "../../compiler/session/changed-facts.js";

type Flows = readonly Shared[];

const flows = (count: number, ...shared: Shared): Flows => Array.from({ length: count }, () => shared);

const rows: Readonly<Record<string, readonly [before: Flows, now: Flows, changed: readonly string[]]>> = {
  "nothing has changed": [flows(1, ["variable a", ""]), flows(1, ["variable a", ""]), []],
  "another variable": [
    flows(1, ["variable a", ""]),
    flows(1, ["variable b", ""]),
    ["variable a", "variable b"],
  ],
  "a variable that is still set": [flows(2, ["variable a", ""]), flows(1, ["variable a", ""]), []],
  "another schema": [flows(1, ["schema a", "text"]), flows(1, ["schema a", "list"]), ["schema a"]],
  "a schema of one more": [flows(1, ["schema a", "text"]), flows(2, ["schema a", "text"]), ["schema a"]],
  "a schema of fewer than may be shown": [
    flows(3, ["schema a", "text"]),
    flows(2, ["schema a", "text"]),
    ["schema a"],
  ],
  "a schema of more than may be shown": [flows(5, ["schema a", "text"]), flows(3, ["schema a", "text"]), []],
  "a flow more": [
    flows(1, ["slots", "$a"]),
    flows(2, ["slots", "$a"], ["everything", "bodies"]),
    ["everything"],
  ],
};

test.each(Object.entries(rows))("%s", (_, [before, now, changed]) => {
  const asking = (shared: Shared) => ({ shared, asked: [] });
  expect([...changedFacts(before.map(asking), now)].sort()).toEqual(changed);
  expect([...changedFacts(now.map(asking), before)].sort()).toEqual(changed);
});

test("flows that were taken as they were count on both sides", () => {
  const taken: Flows = [...flows(2, ["schema a", "text"]), [["slots", "$a"]]];
  const changesOf = (before: Flows, now: Flows) => {
    const asking = (shared: Shared) => ({ shared, asked: [] });
    return [...changedFacts(before.map(asking), now)].sort();
  };
  const [text] = flows(1, ["schema a", "text"]) as [Shared];
  const [list] = flows(1, ["schema a", "list"]) as [Shared];
  expect(changesOf(taken, taken)).toEqual([]);
  expect(changesOf([...taken, text], [...taken, text, text])).toEqual([]);
  expect(changesOf(taken, [...taken, text])).toEqual(["schema a"]);
  expect(changesOf([...taken, text], [...taken, list])).toEqual(["schema a"]);
  expect(changesOf([...taken, text], [text, ...taken.slice(1)])).toEqual(["schema a"]);
  expect(changesOf(taken, taken.slice(0, 2))).toEqual(["slots"]);
});

test("what the same text says changes with what it asks for, through any number of flows", () => {
  const passing = (name: string, from: string, form = `text $${from}`) => ({
    asked: [`schema ${from}`],
    shared: [[`schema ${name}`, form]] as const,
  });
  const before = [passing("b", "a"), passing("c", "b"), passing("d", "c", "0abc"), passing("e", "d")];
  const changes: Shared = [["schema a", "list"]];
  expect([...changedFacts(before, [changes, ...before.map(({ shared }) => shared)])]).toEqual([
    "schema a",
    "schema b",
    "schema c",
  ]);
});

test("who asks for a fact is noted", () => {
  const slices = new Slices();
  slices.note("a.xml", "schema order");
  slices.note(undefined, "slots");
  const names = slices.namesFor("b.xml", new Set(["id"]));
  expect([names.has("id"), names.has("ID")]).toEqual([true, false]);
  expect(slices.of("b.xml")).toEqual(["variable id", "variable ID"]);
  expect([...names.all()]).toEqual(["id"]);
  expect(slices.of("b.xml")).toContain("variables");
  expect([slices.of("a.xml"), slices.of(undefined), slices.of("c.xml")]).toEqual([
    ["schema order"],
    ["slots"],
    [],
  ]);
});
