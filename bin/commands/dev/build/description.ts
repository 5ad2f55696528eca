import { describeApi } from "../../../../compiler/index.js";
import { readDirectory } from "../../../../compiler/source/read-directory.js";
import type { Question } from "./question.js";

/** The API description as JSON for clients that reach the app below a path. */
export const description: Question = (argument, { directory }): string | undefined =>
  describeApi(readDirectory(directory, undefined), argument as string);
