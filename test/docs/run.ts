/** `npm run docs`: writes the files and the tables in docs/ that repeat definitions. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles, repository } from "../support/project.js";
import { updatePage } from "./pages.js";
import { runtimeExports } from "./runtime-exports.js";
import { recordingSchema, traceSchema } from "./trace-schema.js";
import { xmlSchema } from "./xml-schema.js";

const files: Readonly<Record<string, string>> = {
  "compiler/code/runtime-exports.ts": runtimeExports(),
  "editors/schema/flow.xsd": xmlSchema(),
  "docs/recording.schema.json": recordingSchema(),
  "docs/trace.schema.json": traceSchema(),
};
for (const [path, text] of Object.entries(files)) {
  const file = join(repository, path);
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  writeFileSync(file, text);
  console.log(`${path} is written anew.`);
}
for (const path of listFiles(join(repository, "docs")).filter((path) => path.endsWith(".md"))) {
  const file = join(repository, "docs", path);
  const text = readFileSync(file, "utf8");
  const updated = updatePage(text);
  if (updated === text) continue;
  writeFileSync(file, updated);
  console.log(`docs/${path} is written anew.`);
}
