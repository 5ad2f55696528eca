import type { Project } from "../project/project.js";
import type { Range } from "../reading/loose-xml.js";
import { type Completion, completion, maxCompletions } from "./completion.js";

/** Files of the flow directory, as a file in it names them. */
export function completeFile(
  { files }: Project,
  from: string,
  range: Range,
  isMeant: (path: string) => boolean,
): readonly Completion[] {
  const found: Completion[] = [];
  for (const path of files.names) {
    if (path === from || !isMeant(path)) continue;
    const name = relativePath(from, path);
    found.push(completion("file", name, range));
    if (found.length === maxCompletions) break;
  }
  return found;
}

function relativePath(from: string, to: string): string {
  const here = from.split("/").slice(0, -1);
  const there = to.split("/");
  let common = 0;
  while (common < here.length && common < there.length - 1 && here[common] === there[common]) common++;
  return [...here.slice(common).map(() => ".."), ...there.slice(common)].join("/");
}
