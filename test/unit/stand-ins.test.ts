/** When flows that have not changed see the same in those that have: a short form of what `test/session.test.ts` shows with apps. */
import { describe, expect, test } from "vitest";
import { looksSame } from "../../compiler/analyse/stand-ins.js";

type Flows = readonly (readonly string[])[];

/** All of it, with what the texts of the other flows say, and whether these see the same. */
const rows: Readonly<Record<string, readonly [before: Flows, now: Flows, text: string, isSame: boolean]>> = {
  "nothing has changed": [[['variables ["$a"]']], [['variables ["$a"]']], "$a", true],
  "a variable that they do not name": [[['variables ["$a"]']], [['variables ["$b"]']], "$c", true],
  "a variable that they name": [[['variables ["$a"]']], [['variables ["$b"]']], "{{ $b }}", false],
  "a variable that they named": [[['variables ["$a"]']], [['variables ["$b"]']], "{{ $a }}", false],
  "a name in other letters": [[['variables ["$ab"]']], [['variables ["$c"]']], "$AB", false],
  "a name with other letters in it": [[['variables ["$AB"]']], [['variables ["$c"]']], "$ab", false],
  "a name in numbers of XML": [[['variables ["$a"]']], [['variables ["$b"]']], "$&#98;", false],
  "a name in numbers of JSON": [[['variables ["$a"]']], [['variables ["$b"]']], "$\\u0062", false],
  "the first variable of all": [[[]], [['variables ["$b"]']], "", false],
  "the last variable of all": [[['variables ["$b"]']], [[]], "", false],
  "a member of errors, which they do not read": [[[]], [['errors "reason"']], "reason", true],
  "a member of errors": [[[]], [['errors "reason"']], "$error/code", false],
  "a request that they do not name": [[[]], [['requests ["stock",""]']], "content('users')", true],
  "a request that they name": [[[]], [['requests ["stock",""]']], "content('stock')", false],
  "a request whose name is computed": [[[]], [['requests [null,""]']], "", false],
  "a request by another slot": [[['slots ["/stock"]']], [[]], "$upstream/stock", false],
  "any request": [[['slots ["*"]']], [[]], "", false],
  "a path that they do not end with": [[['examined "$body/json/a/size"']], [[]], "$body/json/a", true],
  "a path that they end with": [[['examined "$body/json/a/size"']], [[]], "$x/size", false],
  "that bodies are read": [[["bodies true"]], [[]], "", false],
};

test.each(Object.entries(rows))("%s", (_, [before, now, text, isSame]) => {
  expect(looksSame(before, now, () => [text])).toBe(isSame);
});

describe("how many flows have the same", () => {
  const flows = (count: number, item: string): Flows => Array.from({ length: count }, () => [item]);

  test("matters of no variable that is still set", () => {
    const item = 'variables ["$a"]';
    expect(looksSame(flows(2, item), flows(1, item), () => ["$a"])).toBe(true);
  });

  test("matters of forms of a variable as far as they may be shown", () => {
    const item = 'settings ["$a","number"]';
    for (const [before, now, isSame] of [
      [1, 2, false],
      [3, 2, false],
      [3, 4, true],
      [5, 3, true],
    ] as const)
      expect([before, now, looksSame(flows(before, item), flows(now, item), () => ["$a"])]).toEqual([
        before,
        now,
        isSame,
      ]);
  });
});
