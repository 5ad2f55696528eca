import { recentlyUsed } from "../../../../compiler/source/store.js";
import type { Trace } from "../../../../runtime/observe/trace/format.js";
import { Masks, type SecretNames } from "../../../../runtime/observe/trace/masks.js";
import type { SavedTest } from "../api.js";
import type { Question } from "../build/question.js";
import type { TestFacts } from "./facts.js";

/** What the main thread asks: to save a test, and what is known there. */
export interface TestToSave {
  readonly trace: Trace;
  readonly path: string | undefined;
  readonly environment: TestFacts["environment"];
  readonly secretNames: SecretNames;
}

/** Each test is tried with the whole app, of which little changes in between. */
const store = recentlyUsed(200);

/** Saves a test in the thread that compiles, since the test is tried before. */
export const saveTestQuestion: Question = async (argument, { directory }): Promise<SavedTest> => {
  const { saveTest } = await import("./save-test.js");
  const { trace, path, environment, secretNames } = argument as TestToSave;
  const masks = new Masks(secretNames);
  return saveTest(trace, {
    ...{ directory, path, environment, store },
    isSecret: (name) => masks.isSecret(name),
  });
};
