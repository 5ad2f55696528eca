import type { FlowSource } from "../api.js";
import type { Question } from "./question.js";

/** The text of a flow as a build read it, the modules that were made of it, and the lines that belong together. */
export const source: Question = (argument, { builds }): FlowSource | undefined => {
  const { file, build: wanted } = argument as { readonly file: string; readonly build: number };
  const found = builds.get(wanted);
  if (found === undefined) return undefined;
  const map = JSON.parse(found.build.map) as {
    readonly sources: string[];
    readonly sourcesContent: string[];
  };
  const index = map.sources.indexOf(file);
  if (index < 0) return undefined;
  return {
    file,
    build: found.number,
    text: map.sourcesContent[index] ?? "",
    codeLines: [],
    actions: [],
    modules: [],
    links: [],
  };
};
