import { describe, expect, test } from "vitest";
import { irreducible } from "../../compiler/analyse/templates/irreducible.js";

/** Returns the finds among 0 to 31 where all of these are needed, and the number of questions that took. */
function find(needed: readonly number[]) {
  let questions = 0;
  const list = Array.from({ length: 32 }, (_, index) => index);
  const found = irreducible(list, (part) => {
    questions++;
    return needed.every((each) => part.includes(each));
  });
  return { found, questions };
}

describe("what suffices is found in the order of the list", () => {
  test.each([[[31]], [[0]], [[7]], [[30, 31]], [[0, 31]], [[3, 4, 19, 28]], [[15, 16]]])("%j", (needed) => {
    const { found, questions } = find(needed);
    expect(found).toEqual(needed);
    expect(questions).toBeLessThanOrEqual(6 + needed.length * 10);
  });
});

test("one question suffices for the last one", () => expect(find([31]).questions).toBe(1));

test("where not even all of them suffice, all are found", () => {
  expect(find([32]).found).toHaveLength(32);
});
