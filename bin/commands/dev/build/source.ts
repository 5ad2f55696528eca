import type { FlowSource } from "../api.js";
import type { Question } from "./question.js";

/** The text of a flow as a build read it, the modules that were made of it, and the lines that belong together. */
export const source: Question = (argument, { builds }): FlowSource | undefined => {
  const { file, build } = argument as { readonly file: string; readonly build: number };
  const found = builds.get(build);
  const flow = found?.build.flow(file);
  return found && flow && { ...flow, build: found.number };
};
