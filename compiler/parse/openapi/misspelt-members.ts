import { misspelt } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { YamlEntry } from "../yaml/yaml.js";

/** Finds members that nothing reads, with names much like those of Swagger 2.0 and OpenAPI 3. */
export function checkMembers(
  entries: readonly YamlEntry[],
  place: keyof typeof members,
  reporter: Reporter,
): void {
  const known = members[place];
  const given = new Set(entries.map(({ key }) => key));
  for (const { key, keySpan } of entries) {
    if (known.includes(key) || key.startsWith("x-")) continue;
    const meant = place === "operation" && flowName.test(key) ? "x-flow" : misspelt(key, known);
    if (meant !== undefined && !given.has(meant))
      reporter.report(keySpan, "apiMisspelt", { key, nearest: meant });
  }
}

/** Names that people write for `x-flow`. */
const flowName = /^(?:x[-_ ]?)?(?:flat[-_ ]?)?flow$/i;

const members: Readonly<Record<"top" | "operation", readonly string[]>> = {
  top: (
    "swagger openapi info host basePath schemes consumes produces paths definitions parameters responses " +
    "securityDefinitions security tags externalDocs servers components webhooks jsonSchemaDialect"
  ).split(" "),
  operation: (
    "tags summary description externalDocs operationId consumes produces parameters requestBody responses callbacks " +
    "schemes deprecated security servers"
  ).split(" "),
};
