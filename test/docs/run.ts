/** `npm run docs`: writes the tables in docs/ that repeat definitions. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles, repository } from "../support/project.js";
import { updatePage } from "./pages.js";

for (const path of listFiles(join(repository, "docs")).filter((path) => path.endsWith(".md"))) {
  const file = join(repository, "docs", path);
  const text = readFileSync(file, "utf8");
  const updated = updatePage(text);
  if (updated === text) continue;
  writeFileSync(file, updated);
  console.log(`docs/${path} is written anew.`);
}
