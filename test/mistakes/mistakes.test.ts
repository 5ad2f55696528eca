/**
 * Mistakes that a team makes, by kind, and how many of them the build finds: each is built twice, with the mistake and
 * without it. The build has to say something about the one, at the place of the mistake, and nothing about the other. A
 * comment has to silence what is no error.
 * See `support.ts` for how a sample is written.
 */
import { afterAll, describe, expect, test } from "vitest";
import { kinds } from "./kinds.js";
import { judge, type Mistake } from "./support.js";

/** The part of the mistakes that the build has to find, in percent. */
const goal = 95;

interface Row {
  mistakes: number;
  found: number;
  rightPlace: number;
  falseAlarms: number;
}

const rows = new Map<string, Row>();

for (const [kind, mistakes] of Object.entries(kinds)) {
  const row: Row = { mistakes: 0, found: 0, rightPlace: 0, falseAlarms: 0 };
  rows.set(kind, row);
  describe(kind, () => {
    test.each(Object.entries(mistakes))("%s", async (_, sample) => {
      const mistake: Mistake = typeof sample === "string" ? { flow: sample } : sample;
      const { wrong, right, isFound, isRightPlace, unsilenced } = await judge(mistake);
      row.mistakes++;
      if (isFound) row.found++;
      if (isRightPlace) row.rightPlace++;
      if (right.length > 0) row.falseAlarms++;
      expect({ falseAlarms: right, unsilenced }).toStrictEqual({ falseAlarms: [], unsilenced: [] });
      if (mistake.notFound === undefined)
        expect({ isFound, isRightPlace }, wrong.join("\n")).toStrictEqual({
          isFound: true,
          isRightPlace: true,
        });
      else expect(isRightPlace, "This gap is closed: remove notFound.").toBe(false);
    });
  });
}

test(`${goal} % of the mistakes are found`, () => {
  const { mistakes, rightPlace } = total();
  expect(rightPlace / Math.max(1, mistakes)).toBeGreaterThanOrEqual(goal / 100);
});

function total(): Row {
  const sum: Row = { mistakes: 0, found: 0, rightPlace: 0, falseAlarms: 0 };
  for (const row of rows.values())
    for (const column of ["mistakes", "found", "rightPlace", "falseAlarms"] as const)
      sum[column] += row[column];
  return sum;
}

afterAll(() => {
  const line = (kind: string, { mistakes, found, rightPlace, falseAlarms }: Row) =>
    `${kind.padEnd(30)}${[mistakes, found, rightPlace, falseAlarms].map((n) => String(n).padStart(14)).join("")}`;
  const head = ["mistakes", "found", "right place", "false alarms"].map((name) => name.padStart(14)).join("");
  const body = [...rows].map(([kind, row]) => line(kind, row));
  console.log(["".padEnd(30) + head, ...body, line("all", total())].join("\n"));
});
