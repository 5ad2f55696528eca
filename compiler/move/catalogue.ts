import { answerDecisions } from "./catalogue-answers.js";
import { checkDecisions } from "./catalogue-checks.js";
import { requestDecisions } from "./catalogue-requests.js";
import type { Decision } from "./decision.js";

/** Every deliberate difference from the original engine, by identifier; those of a subject follow each other. */
export const decisions: ReadonlyMap<string, Decision> = new Map(
  [...requestDecisions, ...checkDecisions, ...answerDecisions].map((decision) => [decision.id, decision]),
);
