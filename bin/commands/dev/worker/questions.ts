import { description } from "../build/description.js";
import { mapQuestions } from "../build/map-questions.js";
import type { Question } from "../build/question.js";
import { source } from "../build/source.js";
import { saveTestQuestion } from "../save-test/question.js";

/** What the main thread may ask the one that compiles, by name. A part of the page has its questions in its own folder. */
export const questions: ReadonlyMap<string, Question> = new Map<string, Question>([
  ["source", source],
  ["description", description],
  ["save-test", saveTestQuestion],
  ...mapQuestions(),
]);
