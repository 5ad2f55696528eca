/** Which facts have changed that flows decide together: a short form of what `test/session.test.ts` shows with apps. */
import { expect, test } from "vitest";
import { Slices } from "../../compiler/analyse/slices/slices.js";
import { changedFacts, type Shared } from "../../compiler/analyse/stand-ins.js";

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
  expect([...changedFacts(before, now)].sort()).toEqual(changed);
  expect([...changedFacts(now, before)].sort()).toEqual(changed);
});

test("a flow depends on what it asks for, and on what that comes of", () => {
  const slices = new Slices();
  slices.note("a.xml", "schema order");
  slices.noteBehind("schema order", "schema line");
  slices.noteBehind("schema line", slices.response("stock"));
  slices.noteBehind("schema line", "schema order");
  const names = slices.namesFor("b.xml", new Set(["id"]));
  expect([names.has("id"), names.has("ID")]).toEqual([true, false]);
  slices.note(undefined, "examined path");
  expect([...slices.of("a.xml")].sort()).toEqual([
    "response stock",
    "responses",
    "schema line",
    "schema order",
  ]);
  expect([...slices.of("b.xml")].sort()).toEqual(["variable ID", "variable id"]);
  expect([...names.all()]).toEqual(["id"]);
  expect([...slices.of("b.xml")]).toContain("variables");
  expect([...slices.of(undefined)]).toEqual(["examined path"]);
});
