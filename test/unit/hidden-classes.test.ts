/** What V8 makes of the objects that flows are compiled with: see `compiler/source/changed.ts`. */
import { setFlagsFromString } from "node:v8";
import { expect, test } from "vitest";
import { array, call, code, entry, object, quote } from "../../compiler/code/code.js";
import { layoutOf } from "../../compiler/code/doc.js";
import { factsOf } from "../../compiler/constructs/actions/facts.js";
import { treesOf } from "../../compiler/syntax/flow-summary.js";
import { actionsOf } from "../../compiler/syntax/statements.js";
import { project } from "../bench/builds.js";
import { compileFiles } from "../support/compile.js";

setFlagsFromString("--allow-natives-syntax");
const haveSameClass = new Function("a", "b", "return %HaveSameMap(a, b)") as (
  a: object,
  b: object,
) => boolean;

/** Objects with the same members may come from a few places of the code; these do not count the flows. */
const mostPlaces = 8;
const flows = 30;

/** The members of objects of which there are so many classes that each object seems to have its own. */
function crowds(roots: readonly unknown[]): readonly string[] {
  const classes = new Map<string, object[]>();
  const seen = new Set<unknown>(roots);
  for (const value of seen) {
    if (typeof value !== "object" || value === null) continue;
    if (value instanceof Map || value instanceof Set) for (const item of [...value].flat()) seen.add(item);
    for (const member of Object.values(value)) seen.add(member);
    if (Object.getPrototypeOf(value) !== Object.prototype) continue;
    const members = Object.keys(value).join();
    const known = classes.get(members) ?? [];
    if (known.length <= mostPlaces && !known.some((other) => haveSameClass(value, other))) known.push(value);
    classes.set(members, known);
  }
  return [...classes].flatMap(([members, known]) => (known.length > mostPlaces ? [members] : []));
}

test("all that is known of flows has as many hidden classes as kinds", async () => {
  const { program, modules } = await compileFiles(project(flows));
  const facts = [...treesOf(program?.flows ?? new Map()).values()].flatMap(({ statements }) =>
    actionsOf(statements).map(factsOf),
  );
  expect(facts).toHaveLength(9 * flows);
  expect(crowds([program, facts, modules])).toEqual([]);
});

test("so has code that is laid out", () => {
  const layouts = Array.from({ length: flows }, (_, index) => {
    const value = index % 2 === 0 ? quote("a") : array([object([entry("b", quote("c"))]), code`d`]);
    return layoutOf(call(code`f`, [value, object([entry("e", value)])]));
  });
  expect(crowds(layouts)).toEqual([]);
});
