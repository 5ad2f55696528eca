import { saveTestQuestion } from "../save-test/question.js";
import type { Question } from "./question.js";
import { source } from "./source.js";

/** What the main thread may ask the one that compiles, by name. A part of the page has its questions in its own folder. */
export const questions: ReadonlyMap<string, Question> = new Map<string, Question>([
  ["source", source],
  ["save-test", saveTestQuestion],
]);
