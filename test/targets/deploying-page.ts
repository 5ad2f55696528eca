import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../support/project.js";

/** The block of docs/deploying.md that begins with a line, such as the name of the file that it is. */
export function blockOf(start: string): string {
  const page = readFileSync(join(repository, "docs/deploying.md"), "utf8");
  const blocks = page.match(/(?:^ {4}.*\n(?:\n(?= {4}))*)+/gm) ?? [];
  const found = blocks
    .map((block) => block.replaceAll(/^ {4}/gm, ""))
    .find((text) => text.startsWith(`${start}\n`));
  if (found === undefined) throw new Error(`docs/deploying.md has no block that begins with ${start}.`);
  return found;
}
