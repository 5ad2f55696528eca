/** `npm run docs`: writes the tables in docs/ that repeat definitions, and the XML Schema of flows. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles, repository } from "../support/project.js";
import { updatePage } from "./pages.js";
import { xmlSchema } from "./xml-schema.js";

const schema = join(repository, "editors/schema/flow.xsd");
if (!existsSync(schema) || readFileSync(schema, "utf8") !== xmlSchema()) {
  writeFileSync(schema, xmlSchema());
  console.log("editors/schema/flow.xsd is written anew.");
}
for (const path of listFiles(join(repository, "docs")).filter((path) => path.endsWith(".md"))) {
  const file = join(repository, "docs", path);
  const text = readFileSync(file, "utf8");
  const updated = updatePage(text);
  if (updated === text) continue;
  writeFileSync(file, updated);
  console.log(`docs/${path} is written anew.`);
}
